// Puts the licences of the packages in a bundle at its head, as a comment: node notices.mjs BUNDLE.js METAFILE.json
// The metafile is esbuild's, so that what is named is what is inside. A text that several packages share stands once.
import {existsSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';

const [bundle, metafile] = process.argv.slice(2);

const packages = new Map();
for (const output of Object.values(JSON.parse(readFileSync(metafile, 'utf8')).outputs)) {
  for (const [file, {bytesInOutput}] of Object.entries(output.inputs)) {
    const folder = file.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0];
    if (!folder || !bytesInOutput || packages.has(folder)) continue;
    packages.set(folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')));
  }
}

const licenceFile = folder => readdirSync(folder).find(name => /^licen[cs]e/i.test(name));
const project = description => (description.repository?.url ?? description.repository ?? '').replace(/^git\+|\.git$/g, '');

// A package without a licence file has that of another package of its project.
function licence(folder) {
  const description = packages.get(folder);
  const from = [folder, ...packages.keys()].find(
      other => licenceFile(other) && project(packages.get(other)) === project(description));
  if (!from) throw new Error(`${folder} has no licence file, and no package of its project has one`);
  return readFileSync(`${from}/${licenceFile(from)}`, 'utf8').replace(/\r/g, '').trim();
}

const users = new Map();
for (const [folder, description] of [...packages].sort()) {
  const text = licence(folder);
  users.set(text, [...(users.get(text) ?? []), `${description.name} ${description.version}`]);
}
const notices = [...users].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join(`\n\n${'-'.repeat(80)}\n\n`);
if (notices.includes('*/') || /<\/script/i.test(notices)) throw new Error('a licence would end the comment or the script');
if (!existsSync(bundle) || packages.size === 0) throw new Error(`${bundle} has no packages`);
writeFileSync(bundle, `/*!\n${notices}\n*/\n${readFileSync(bundle, 'utf8')}`);
