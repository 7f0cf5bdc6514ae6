/** The address book: each name with its whole address, who set it and when. Only a person changes it, here or in a terminal. */
import { format } from '@countersign/core/text/message';
import { differingBegin } from '@countersign/core/words';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContactConflict, ListedContact, NewContact } from '../../escrows-view.ts';
import { Refusal, timeText } from '../escrow-parts/shown.tsx';
import { ask, type Fresh, troubleOf } from '../parts/ask.ts';
import { Button, Form, useTask } from '../parts/controls.tsx';
import { Alert, Code, Compared, codeRow, Rows } from '../parts/elements.tsx';
import { Field } from '../parts/field.tsx';
import { core, words } from '../words/words.ts';

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
  const taskOf = ({ name }: ListedContact) => (task?.kind !== 'add' && task?.name === name ? task.kind : undefined);
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
          <Button id="add-contact" onPress={begin({ kind: 'add' })}>
            {people.add}
          </Button>
        </p>
      )}
      {contacts.reply === undefined && <Refusal trouble={contacts.trouble} />}
      {contacts.reply?.length === 0 && <p class="card">{people.empty}</p>}
      <ul class="contacts">
        {reply.map((contact) => (
          <li key={contact.name} class="card">
            <Entry contact={contact} />
            {taskOf(contact) === 'change' && <ContactForm {...form} name={contact.name} />}
            {taskOf(contact) === 'rename' && <ContactForm {...form} renamed={contact} />}
            {taskOf(contact) === 'remove' && <RemoveForm {...form} name={contact.name} />}
            <p class="buttons">
              {([contact.toRename === undefined ? 'change' : 'rename', 'remove'] as const).map((kind) => (
                <Button
                  key={kind}
                  class="secondary small"
                  hidden={taskOf(contact) !== undefined}
                  aria-label={format(people[kind], { name: contact.name })}
                  onPress={begin({ kind, name: contact.name })}
                >
                  {people.short[kind]}
                </Button>
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
  const { problem, run } = useTask(troubleOf);
  const remove = async () => {
    await ask('escrows/contacts/remove', { name });
    await onDone(format(people.removed, { name }));
  };
  return (
    <Form class="contact-form" onSend={() => run(remove)}>
      <Refusal trouble={problem} />
      <Heading>{format(people.removeTitle, { name })}</Heading>
      <p>{people.removeWhy}</p>
      <p class="buttons">
        <Button class="danger">{people.removeYes}</Button>
        <Button onPress={onCancel}>{people.removeNo}</Button>
      </p>
    </Form>
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
  const { isBusy, problem, run } = useTask((thrown) => {
    const why = troubleOf(thrown);
    const { error, standing: contact, alike } = why.kind === 'refused' ? why : {};
    const isOther = contact?.address !== conflict?.standing?.address || alike?.looksLike !== conflict?.alike?.looksLike;
    const isAsked = error?.code === 'CONFIRMATION_NEEDED' && isOther;
    setConflict(isAsked ? { ...(contact && { standing: contact }), ...(alike && { alike }) } : undefined);
    // What looks like a secret does not stay on the screen.
    if (error?.code === 'SECRET_REFUSED') setAddress('');
    return isAsked ? undefined : why;
  });
  const first = fixed === undefined ? 'contact-name' : 'contact-address';
  useEffect(() => document.getElementById(first)?.focus(), [first]);

  const save = (confirmed?: ContactConflict) =>
    run(async () => {
      const contact = { name: name.trim(), address: address.trim() };
      const { standing, alike } = confirmed ?? {};
      await ask('escrows/contacts', {
        ...contact,
        ...(standing === undefined ? {} : { instead: standing.address }),
        ...(alike === undefined ? {} : { unlike: alike.looksLike }),
      } satisfies NewContact);
      if (renamed !== undefined) await ask('escrows/contacts/remove', { name: renamed.name });
      await onDone(format(people.saved, { name: contact.name }));
    });

  if (conflict !== undefined) {
    const back = () => setConflict(undefined);
    const known = contacts.find((each) => each.address === conflict.alike?.looksLike)?.name;
    const shown = { name, known, address: address.trim() };
    return <Confirm {...conflict} {...shown} onYes={() => save(conflict)} onNo={back} />;
  }
  return (
    <Form class="contact-form" onSend={() => save()}>
      <Refusal trouble={problem} />
      {fixed === undefined && <Field id="contact-name" isApart label={people.name} value={name} onText={setName} />}
      {renamed === undefined && (
        <Field
          id="contact-address"
          isApart
          label={people.address}
          hint={people.addressHint}
          value={address}
          onText={setAddress}
        />
      )}
      <p class="buttons">
        <Button class="primary" isBusy={isBusy}>
          {people.save}
        </Button>
        <Button onPress={onCancel}>{people.cancel}</Button>
      </p>
    </Form>
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
  const wanted = alike === undefined ? address.slice(-TYPED) : differingBegin(alike);
  const send = async () => {
    const isRight = typed.trim().toUpperCase() === wanted;
    setWrong(!isRight);
    if (isRight) await onYes();
  };
  return (
    <Form class="contact-form" onSend={send}>
      <Heading>{contact === undefined ? core.LOOK_ALIKE.lead : format(people.replaceTitle, { name })}</Heading>
      <p>{people.replaceWhy}</p>
      {contact !== undefined && (
        <Rows rows={[codeRow(people.before, contact.address), codeRow(people.after, address)]} />
      )}
      {contact !== undefined && alike !== undefined && <p>{core.LOOK_ALIKE.lead}</p>}
      {alike !== undefined && <Compared alike={alike} name={known} />}
      {isWrong && <Alert message={core.LOOK_ALIKE.notThese} />}
      <Field
        id="contact-end"
        isApart
        label={alike === undefined ? people.confirm : core.LOOK_ALIKE.type(wanted.length)}
        value={typed}
        onText={setTyped}
      />
      <p class="buttons">
        <Button class="danger">{contact === undefined ? people.save : people.confirmYes}</Button>
        <Button onPress={onNo}>{people.cancel}</Button>
      </p>
    </Form>
  );
}

/** Of a form that has just opened. */
function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}
