/** The address book: each name with its whole address, who set it and when. Only a person changes it, here or in a terminal. */
import { useRef, useState } from 'preact/hooks';
import type { ListedContact } from '../../escrows-view.ts';
import { Code } from '../parts/code.tsx';
import { words } from '../words/words.ts';
import { ContactForm } from './contact-form.tsx';
import type { Fresh } from './fresh.ts';
import { Refusal } from './refusal.tsx';
import { RemoveForm } from './remove-form.tsx';
import { timeText } from './shown.ts';

type Task = { readonly kind: 'add' } | { readonly kind: 'change' | 'remove'; readonly name: string };

export function People({ contacts }: { readonly contacts: Fresh<readonly ListedContact[]> }) {
  const { people } = words().escrows;
  const [task, setTask] = useState<Task>();
  const [said, setSaid] = useState('');
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
  const form = { onDone: done, onCancel: () => end() };
  return (
    <div class="people-view">
      <p>{people.lead}</p>
      <p class="said" role="status">
        {said}
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
            {task?.kind === 'remove' && task.name === contact.name && <RemoveForm {...form} name={contact.name} />}
            <p class="buttons">
              {(['change', 'remove'] as const).map((kind) => (
                <button
                  key={kind}
                  type="button"
                  class="secondary small"
                  hidden={task !== undefined && task.kind !== 'add' && task.name === contact.name}
                  aria-label={people[kind](contact.name)}
                  onClick={begin({ kind, name: contact.name })}
                >
                  {kind === 'change' ? people.changeShort : people.removeShort}
                </button>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({ contact: { name, address, setAt, setBy } }: { readonly contact: ListedContact }) {
  const { people } = words().escrows;
  return (
    <>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <Code code={address} />
      <p class="hint">{people.set(timeText(setAt), people.by[setBy])}</p>
    </>
  );
}
