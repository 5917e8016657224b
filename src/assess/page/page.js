// The plain page: log in, topics, items, an article to read. Nothing that comes from the server becomes HTML.
'use strict';
(() => {
  const main = document.getElementById('main');
  let csrf = '';

  /** An element with attributes and children; text is only ever text. */
  const element = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (typeof value === 'function') node.addEventListener(key, value);
      else node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  };
  const show = (...nodes) => main.replaceChildren(...nodes);

  const ask = async (method, path, body) => {
    const options = { method, headers: {} };
    if (method !== 'GET') options.headers['X-CSRF'] = csrf;
    if (body !== undefined) {
      options.headers['Content-Type'] = 'application/json';
      options.body = JSON.stringify(body);
    }
    const response = await fetch('/api/' + path, options);
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.message), { status: response.status });
    return answer;
  };

  /** A form that calls `act` with its values and shows what goes wrong. */
  const form = (fields, label, act) => {
    const error = element('p', { class: 'error', role: 'alert' });
    const inputs = fields.map(([name, text, type]) => [name, element('input', { id: name, type, required: '' }), text]);
    return element('form', {
      submit: async (event) => {
        event.preventDefault();
        try {
          await act(Object.fromEntries(inputs.map(([name, input]) => [name, input.value])));
          location.hash = '';
          await start();
        } catch (fault) {
          error.textContent = fault.message;
        }
      },
    }, ...inputs.map(([name, input, text]) => element('label', { for: name }, text + ' ', input)), element('button', {}, label), error);
  };

  const logIn = () => show(element('h2', {}, 'Log in'),
    form([['name', 'Name', 'text'], ['password', 'Password', 'password']], 'Log in', (values) => ask('POST', 'login', values)));
  const accept = (token) => show(element('h2', {}, 'Choose a password'),
    form([['password', 'Password, 8 characters at least', 'password']], 'Begin', (values) => ask('POST', 'invite', { token, ...values })));

  const article = async (id, item) => {
    const data = await ask('GET', 'document?id=' + encodeURIComponent(item.doc) + '&sha256=' + item.sha256);
    const characters = Array.from(data.text);
    // Elements that hold no other element with text of its own make the paragraphs.
    const leaves = data.begin.map((begin, i) => [begin, data.end[i], i]).filter(([begin, end, i]) => end > begin && !data.parent.includes(i));
    const text = element('div', { class: 'article' });
    let at = 0;
    const add = (end) => {
      const part = characters.slice(at, end).join('');
      if (part.trim() !== '') text.append(element('div', {}, part));
      at = end;
    };
    for (const [begin, end] of leaves) { add(begin); add(end); }
    add(characters.length);
    show(element('p', {}, element('a', { href: '#' + id }, 'All items')), element('h2', {}, item.doc), text);
  };

  const items = async (id) => {
    const list = await ask('GET', 'assignments/' + id + '/items');
    show(element('p', {}, element('a', { href: '#' }, 'All topics')), element('h2', {}, 'Topic ' + list.topic),
      element('ul', {}, ...list.items.map((item) => element('li', {},
        element('a', { href: '#' + id + '/' + encodeURIComponent(item.doc) }, item.doc), ' – ' + item.status.replace('_', ' ')))));
    return list;
  };

  const topics = (me) => show(element('h2', {}, 'Topics'), me.assignments.length === 0 ? 'No topic has been given to you yet.' :
    element('ul', {}, ...me.assignments.map((each) => element('li', {},
      element('a', { href: '#' + each.id }, each.topic + ' ' + (each.fields.title || '')), ` – ${each.judged} of ${each.items} judged`))));

  const start = async () => {
    const hash = new URLSearchParams(location.hash.slice(1));
    try {
      if (hash.has('key')) {
        await ask('POST', 'login', { key: hash.get('key') });
        history.replaceState(null, '', '/');
      }
      if (hash.has('invite')) return accept(hash.get('invite'));
      const me = await ask('GET', 'me');
      csrf = me.csrf;
      document.getElementById('who').textContent = me.name;
      document.getElementById('logout').hidden = false;
      const [id, doc] = location.hash.slice(1).split('/');
      if (!/^\d+$/.test(id)) return topics(me);
      const list = await items(id);
      const item = doc && list.items.find((each) => each.doc === decodeURIComponent(doc));
      if (item) await article(id, item);
    } catch (fault) {
      if (fault.status === 401) return logIn();
      show(element('p', { class: 'error', role: 'alert' }, fault.message));
    }
  };

  document.getElementById('logout').addEventListener('click', async () => {
    await ask('POST', 'logout');
    location.hash = '';
    location.reload();
  });
  addEventListener('hashchange', start);
  start();
})();
