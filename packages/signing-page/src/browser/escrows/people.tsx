/** The address book: each name with its whole address, who set it and when. Only a person changes it, here or in a terminal. */

import { format } from '@countersign/core/text/message';
import { differingBegin } from '@countersign/core/words';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContactConflict, ListedContact } from '../../escrows-view.ts';
import { Problem, Refusal, timeText } from '../escrow-parts/shown.tsx';
import { type Fresh, type Trouble, troubleOf } from '../parts/ask.ts';
import { Code, Compared, Rows } from '../parts/elements.tsx';
import { LOOK_ALIKE } from '../words/core-words.ts';
import { words } from '../words/words.ts';
import { removeContact, setContact } from './api.ts';

type Task = { readonly kind: 'add' } | { readonly kind: 'change' | 'rename' | 'remove'; readonly name: string };

export function People({ contacts }: { readonly contacts: Fresh<readonly ListedContact[]> }) {
  const { people } = words().escrows;
  const [task, setTask] = useState<Task>();
  const [text, setSaid] = useState('');
  const opener = useRef<HTMLElement | null>(null);
  const begin = (next: Task) => (event: MouseEvent) => {
    opener.current = event.currentTarget as HTMLElement;
    setSaid('');
    setTask(next);
  };
  const end = (text = '') => {
    setTask(undefined);
    setSaid(text);
    // What opened the form may be gone with the entry.
    requestAnimationFrame(() =>
      (opener.current?.isConnected ? opener.current : document.getElementById('add-contact'))?.focus(),
    );
  };
  const done = async (text: string) => {
    await contacts.again();
    end(text);
  };
  const { reply = [] } = contacts;
  const form = { contacts: reply, onDone: done, onCancel: () => end() };
  return (
    <div class="people-view">
      <p>{people.lead}</p>
      <p class="said" role="status">
        {text}
      </p>
      {task?.kind === 'add' ? (
        <section class="card">
          <ContactForm {...form} />
        </section>
      ) : (
        <p>
          <button type="button" class="secondary" id="add-contact" onClick={begin({ kind: 'add' })}>
            {people.add}
          </button>
        </p>
      )}
      {contacts.reply === undefined && <Refusal trouble={contacts.trouble} />}
      {contacts.reply?.length === 0 && <p class="card">{people.empty}</p>}
      <ul class="contacts">
        {reply.map((contact) => (
          <li key={contact.name} class="card">
            <Entry contact={contact} />
            {task?.kind === 'change' && task.name === contact.name && <ContactForm {...form} name={contact.name} />}
            {task?.kind === 'rename' && task.name === contact.name && <ContactForm {...form} renamed={contact} />}
            {task?.kind === 'remove' && task.name === contact.name && <RemoveForm {...form} name={contact.name} />}
            <p class="buttons">
              {([contact.toRename === undefined ? 'change' : 'rename', 'remove'] as const).map((kind) => (
                <button
                  key={kind}
                  type="button"
                  class="secondary small"
                  hidden={task !== undefined && task.kind !== 'add' && task.name === contact.name}
                  aria-label={format(people[kind], { name: contact.name })}
                  onClick={begin({ kind, name: contact.name })}
                >
                  {people.short[kind]}
                </button>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ contact: { name, address, setAt, setBy, toRename } }: { readonly contact: ListedContact }) {
  const { people } = words().escrows;
  return (
    <>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <Code code={address} />
      <p class="hint">{format(people.set, { time: timeText(setAt), by: people.by[setBy] })}</p>
      {toRename !== undefined && <p class="note">{format(people.toRename, { why: toRename })}</p>}
    </>
  );
}

/** Asks before a name goes: it cannot be given to somebody else for a while. */
function RemoveForm({ name, onDone, onCancel }: FormProps & { readonly name: string }) {
  const { people } = words().escrows;
  const [trouble, setTrouble] = useState<Trouble>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    removeContact(name).then(
      () => onDone(format(people.removed, { name })),
      (thrown: unknown) => setTrouble(troubleOf(thrown)),
    );
  };
  return (
    <form class="contact-form" onSubmit={onSubmit}>
      <Refusal trouble={trouble} />
      <h3 ref={heading} tabIndex={-1}>
        {format(people.removeTitle, { name })}
      </h3>
      <p>{people.removeWhy}</p>
      <p class="buttons">
        <button type="submit" class="danger">
          {people.removeYes}
        </button>
        <button type="button" class="secondary" onClick={onCancel}>
          {people.removeNo}
        </button>
      </p>
    </form>
  );
}

type FormProps = {
  readonly contacts: readonly ListedContact[];
  readonly onDone: (text: string) => Promise<void>;
  readonly onCancel: () => void;
};

/** `name`: whose address is changed. `renamed`: the entry whose address gets another name. */
function ContactForm({
  contacts,
  onDone,
  onCancel,
  name: fixed,
  renamed,
}: FormProps & { readonly name?: string; readonly renamed?: ListedContact }) {
  const { people } = words().escrows;
  const [name, setName] = useState(fixed ?? '');
  const [address, setAddress] = useState(renamed?.address ?? '');
  const [conflict, setConflict] = useState<ContactConflict>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = async (confirmed?: ContactConflict) => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const contact = { name: name.trim(), address: address.trim() };
    const { standing, alike } = confirmed ?? {};
    try {
      await setContact({
        ...contact,
        ...(standing === undefined ? {} : { instead: standing.address }),
        ...(alike === undefined ? {} : { unlike: alike.looksLike }),
      });
      if (renamed !== undefined) await removeContact(renamed.name);
      await onDone(format(people.saved, { name: contact.name }));
    } catch (thrown) {
      refused(troubleOf(thrown), confirmed);
    }
    setBusy(false);
  };
  const refused = (why: Trouble, confirmed: ContactConflict | undefined) => {
    const { error, standing: contact, alike } = why.kind === 'refused' ? why : {};
    const isOther =
      contact?.address !== confirmed?.standing?.address || alike?.looksLike !== confirmed?.alike?.looksLike;
    const isAsked = error?.code === 'CONFIRMATION_NEEDED' && isOther;
    setConflict(isAsked ? { ...(contact && { standing: contact }), ...(alike && { alike }) } : undefined);
    if (!isAsked) setTrouble(why);
    // What looks like a secret does not stay on the screen.
    if (error?.code === 'SECRET_REFUSED') setAddress('');
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void save();
  };

  if (conflict !== undefined) {
    const back = () => setConflict(undefined);
    const known = contacts.find((each) => each.address === conflict.alike?.looksLike)?.name;
    const shown = { name, known, address: address.trim() };
    return <Confirm {...conflict} {...shown} onYes={() => save(conflict)} onNo={back} />;
  }
  return (
    <form ref={form} class="contact-form" onSubmit={onSubmit}>
      <Refusal trouble={trouble} />
      {fixed === undefined && <Field id="contact-name" label={people.name} value={name} onInput={setName} />}
      {renamed === undefined && (
        <Field
          id="contact-address"
          label={people.address}
          hint={people.addressHint}
          value={address}
          onInput={setAddress}
        />
      )}
      <p class="buttons">
        <button type="submit" class="primary" data-waiting={isBusy ? '' : undefined}>
          {people.save}
        </button>
        <button type="button" class="secondary" onClick={onCancel}>
          {people.cancel}
        </button>
      </p>
    </form>
  );
}

const TYPED = 6;

type ConfirmProps = ContactConflict & {
  readonly name: string;
  readonly address: string;
  readonly known: string | undefined;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
};

/** The new address and what it is taken for or replaces, whole; confirmed by what tells them apart, as in a terminal. */
function Confirm({ name, address, known, standing: contact, alike, onYes, onNo }: ConfirmProps) {
  const { people } = words().escrows;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const wanted = alike === undefined ? address.slice(-TYPED) : differingBegin(alike);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const isRight = typed.trim().toUpperCase() === wanted;
    setWrong(!isRight);
    if (isRight) void onYes();
  };
  return (
    <form class="contact-form" onSubmit={onSubmit}>
      <h3 ref={heading} tabIndex={-1}>
        {contact === undefined ? LOOK_ALIKE.lead : format(people.replaceTitle, { name })}
      </h3>
      <p>{people.replaceWhy}</p>
      {contact !== undefined && (
        <Rows
          rows={[
            [people.before, <Code key="before" code={contact.address} />],
            [people.after, <Code key="after" code={address} />],
          ]}
        />
      )}
      {contact !== undefined && alike !== undefined && <p>{LOOK_ALIKE.lead}</p>}
      {alike !== undefined && <Compared alike={alike} name={known} />}
      {isWrong && <Problem message={LOOK_ALIKE.notThese} />}
      <Field
        id="contact-end"
        label={alike === undefined ? people.confirm : LOOK_ALIKE.type(wanted.length)}
        value={typed}
        onInput={setTyped}
      />
      <p class="buttons">
        <button type="submit" class="danger">
          {contact === undefined ? people.save : people.confirmYes}
        </button>
        <button type="button" class="secondary" onClick={onNo}>
          {people.cancel}
        </button>
      </p>
    </form>
  );
}

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
};

function Field({ id, label, hint, value, onInput }: FieldProps) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  );
}
