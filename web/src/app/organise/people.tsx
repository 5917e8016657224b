// People: who has an account, with which roles and in which group, and what they do; inviting one or many; new links, revoking them,
// disabling accounts.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ask } from "../../assess/api";
import { forgetTyped } from "../../assess/typed";
import { confirmed } from "../../shared/dialog";
import { many } from "../../shared/messages";
import { announce } from "../../shared/dom";
import { Action, ErrorText, Meter, SendForm, Table, TypedInput, usePolled } from "../parts";
import { me, trackTitle } from "../state";
import { ago, invitationsIn, kRoles, workOf, type Invitation } from "./plan";
import type { Person, Progress } from "./types";

/** Of one who looks at the list: it has no need to be newer. */
const kEvery = 5000;

interface Link extends Invitation {
  link: string;
}

const mailFor = ({ name, role, link }: Link) =>
  `Dear ${name},\n\nyou are invited to ${trackTitle.value} as ${role}. ` +
  "Open this link and choose a password. It works once, " +
  `within seven days:\n\n${link}\n`;

async function invite({ name, role, group }: Invitation): Promise<Link> {
  const { token } = await ask<{ token: string }>("POST", "admin/account", {
    name,
    ...(role && { role }),
    ...(role === "participant" && { group }),
  });
  return { name, role, group, link: `${location.origin}/#invite=${token}` };
}

export function PeopleTab() {
  const people = usePolled<Person[]>(() => "people", { every: kEvery });
  const progress = usePolled<Progress[]>(() => "progress", { every: kEvery });
  const links = useSignal<Link[]>([]);
  const role = useSignal("assessor");
  const name = useRef("");
  const faults = useSignal<string[]>([]);
  const accounts = people.data.value ?? [];
  const groups = [...new Set(accounts.map(({ group }) => group).filter(Boolean))];
  const field = (id: string) => document.getElementById(id) as HTMLInputElement;
  const sendOne = async () => {
    name.current = field("invitee").value;
    links.value = [await invite({ name: name.current, role: role.value, group: field("group")?.value ?? "" })];
    announce("Invited.");
    field("invitee").value = "";
    forgetTyped("invitee", "invitee-group");
    void people.refresh();
  };
  const sendMany = async () => {
    const box = document.getElementById("many-people") as HTMLTextAreaElement;
    const found = invitationsIn(box.value);
    faults.value = found.faults;
    if (found.faults.length || !found.people.length) return;
    const made: Link[] = [];
    for (const each of found.people) {
      made.push(await invite(each));
      links.value = [...made];
    }
    box.value = "";
    announce(`${many(made.length, "person", "people")} invited.`);
    void people.refresh();
  };
  return (
    <>
      <h1>People</h1>
      <ErrorText text={people.error.value || progress.error.value} />
      <section class="boxed">
        <h2>Invite somebody</h2>
        <SendForm send={sendOne}>
          <label for="invitee">Name</label>
          <TypedInput place="invitee" id="invitee" required />
          <label for="role">Role</label>
          <select
            id="role"
            value={role.value}
            onChange={(event) => {
              role.value = event.currentTarget.value;
            }}
          >
            {kRoles.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <span class="pair" hidden={role.value !== "participant"}>
            <label for="group">Group</label>
            <TypedInput place="invitee-group" id="group" list="groups" required={role.value === "participant"} />
          </span>
          <datalist id="groups">
            {groups.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <button class="main">Invite</button>
        </SendForm>
        <details>
          <summary>Invite many at once</summary>
          <SendForm send={sendMany} class="stack">
            <label for="many-people">
              One person per line: name, role, group. The role is assessor unless you give another.
            </label>
            <textarea
              id="many-people"
              rows={5}
              spellcheck={false}
              placeholder={"Ada, assessor\nQuinn, participant, QUT"}
            />
            {faults.value.map((each) => (
              <span key={each} class="error" role="alert">
                {each}
              </span>
            ))}
            <span>
              <button>Invite all</button>
            </span>
          </SendForm>
        </details>
        <div role="status" id="invite-link">
          {links.value.length === 1 && (
            <p class="stack">
              <label for="invitation">
                Link for <b dir="auto">{links.value[0].name}</b>. It works once, within seven days; this server sends no
                mail.
              </label>
              <input
                readOnly
                id="invitation"
                size={60}
                value={links.value[0].link}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Copy text={links.value[0].link} label="Copy the link" />{" "}
              <Copy text={mailFor(links.value[0])} label="Copy a mail text" />
            </p>
          )}
          {links.value.length > 1 && (
            <>
              <Table
                caption="New invitations"
                rows={links.value}
                keyOf={({ link }) => link}
                columns={[
                  { title: "Name", cell: (each) => <span dir="auto">{each.name}</span> },
                  { title: "Role", cell: (each) => each.role },
                  { title: "Link", cell: (each) => <code>{each.link}</code> },
                  {
                    title: "",
                    cell: (each) => (
                      <Copy text={mailFor(each)} label="Copy a mail text" name={`Copy a mail text for ${each.name}`} />
                    ),
                  },
                ]}
              />
              <Copy text={links.value.map((each) => `${each.name}\t${each.link}`).join("\n")} label="Copy all links" />
            </>
          )}
        </div>
      </section>
      <h2>Accounts</h2>
      <Table
        untitled
        caption="Accounts"
        rows={accounts}
        keyOf={(each) => each.name}
        empty="Nobody has an account yet."
        columns={[
          { title: "Name", cell: (each) => <span dir="auto">{each.name}</span> },
          { title: "Group", cell: (each) => <span dir="auto">{each.group || "–"}</span> },
          { title: "Roles", cell: (each) => <Roles account={each} changed={() => void people.refresh()} /> },
          { title: "State", cell: (each) => <State of={each} /> },
          { title: "Last seen", cell: (each) => (each.seen_ms === null ? "never" : ago(each.seen_ms, Date.now())) },
          {
            title: "Assessed",
            cell: (each) => {
              const { judged, items } = workOf(each.name, progress.data.value ?? []);
              return items ? <Meter value={judged} most={items} label={`Assessed by ${each.name}`} /> : "–";
            },
          },
          {
            title: "",
            cell: (each) => (
              <Changes
                of={each}
                changed={(link) => {
                  if (link) {
                    links.value = [link];
                    // It may be far above.
                    setTimeout(() => field("invitation").focus());
                  }
                  return people.refresh();
                }}
              />
            ),
          },
        ]}
      />
    </>
  );
}

const State = ({ of: { state, invited_until_ms: until } }: { of: Person }) => (
  <span data-state={state}>
    {state}
    {until !== null && <small class="block">link until {new Date(until).toLocaleDateString()}</small>}
    {state === "invited" && until === null && <small class="block">no valid link</small>}
  </span>
);

/** What can be done to an account: a new link, revoking it, disabling and enabling. */
function Changes({ of, changed }: { of: Person; changed: (link?: Link) => Promise<void> }) {
  const { name, state } = of;
  const post = (path: string, body: object) => ask("POST", `admin/${path}`, { account: name, ...body }).then(() => changed());
  if (state === "disabled")
    return (
      <Action label="Enable" name={`Enable ${name}`} done="Enabled." act={() => post("active", { active: true })} />
    );
  return (
    <span class="row tight-row">
      <Action
        label={state === "invited" ? "Renew link" : "New link"}
        name={`New link for ${name}`}
        done="A new link was made."
        question={{
          title: `New link for ${name}?`,
          action: "Make a link",
          text:
            state === "invited"
              ? "Links that were made before stop working."
              : "With the link, the password can be set again. Until it is used, the old password works.",
        }}
        act={async () => changed({ ...(await invite({ name, role: "", group: "" })), role: of.role })}
      />
      {of.invited_until_ms !== null && (
        <Action
          label="Revoke link"
          name={`Revoke the link of ${name}`}
          done="Revoked."
          question={{
            title: `Revoke the link of ${name}?`,
            action: "Revoke",
            text: "The link stops working. The account stays, and you can make a new link at any time.",
          }}
          act={() => post("revoke", {})}
        />
      )}
      {name !== me.value?.name && (
        <Action
          label="Disable"
          name={`Disable ${name}`}
          done="Disabled."
          question={{
            title: `Disable ${name}?`,
            action: "Disable",
            text: `${name} is logged out at once and cannot log in or send runs. Judgements, topics and runs stay. You can enable the account again.`,
          }}
          act={() => post("active", { active: false })}
        />
      )}
    </span>
  );
}

/** The roles of an account as boxes. Each change is sent at once. */
function Roles({ account, changed }: { account: Person; changed: () => void }) {
  const error = useSignal("");
  const roles = account.role.split(",").filter(Boolean);
  const set = async (which: string, box: HTMLInputElement) => {
    error.value = "";
    const on = box.checked;
    const now = on ? [...roles, which] : roles.filter((each) => each !== which);
    try {
      const question = {
        title: `Remove ${account.name} as organiser?`,
        action: "Remove",
        text: `${account.name} will lose this dashboard at once. Another organiser can give the role back.`,
      };
      if (which === "organiser" && !on && (await confirmed(question)) === undefined) {
        box.checked = true;
        return;
      }
      const group = now.includes("participant") && account.group ? { group: account.group } : {};
      await ask("POST", "admin/roles", { account: account.name, role: now.join(","), ...group });
      announce("Changed.");
      changed();
    } catch (fault) {
      box.checked = !on;
      error.value = (fault as Error).message;
    }
  };
  return (
    <span class="roles">
      {kRoles.map((each) => (
        <label key={each} class="pair">
          <input
            type="checkbox"
            checked={roles.includes(each)}
            aria-label={`${account.name} is ${each}`}
            onChange={(event) => void set(each, event.currentTarget)}
          />
          {each}
        </label>
      ))}
      {error.value && (
        <span class="error" role="alert">
          {error.value}
        </span>
      )}
    </span>
  );
}

function Copy({ text, label, name }: { text: string; label: string; name?: string }) {
  const done = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    done.value = true;
    announce("Copied.");
  };
  return (
    <button type="button" aria-label={name} onClick={() => void copy()}>
      {done.value ? "Copied" : label}
    </button>
  );
}
