/** Gives a name to an address. Another address for a name is confirmed first, with both of them in view. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { setContact, type Trouble, troubleOf } from './api.ts';
import { Field } from './field.tsx';
import { Refusal } from './refusal.tsx';
import { Replace } from './replace.tsx';

export type FormProps = {
  readonly onDone: (said: string) => Promise<void>;
  readonly onCancel: () => void;
};

/** `name`: whose address is changed. */
export function ContactForm({ onDone, onCancel, name: fixed }: FormProps & { readonly name?: string }) {
  const { people } = words().escrows;
  const [name, setName] = useState(fixed ?? '');
  const [address, setAddress] = useState('');
  const [before, setBefore] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = async (instead?: string) => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const contact = { name: name.trim(), address: address.trim() };
    try {
      await setContact({ ...contact, ...(instead === undefined ? {} : { instead }) });
      await onDone(people.saved(contact.name));
    } catch (thrown) {
      refused(troubleOf(thrown), instead);
    }
    setBusy(false);
  };
  const refused = (why: Trouble, instead: string | undefined) => {
    const { error, standing } = why.kind === 'refused' ? why : {};
    const stands = error?.code === 'CONFIRMATION_NEEDED' ? standing?.address : undefined;
    setBefore(stands === instead ? undefined : stands);
    if (stands === undefined || stands === instead) setTrouble(why);
    // What looks like a secret does not stay on the screen.
    if (error?.code === 'SECRET_REFUSED') setAddress('');
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void save();
  };

  if (before !== undefined) {
    const back = () => setBefore(undefined);
    return <Replace name={name} before={before} after={address.trim()} onYes={() => save(before)} onNo={back} />;
  }
  return (
    <form ref={form} class="contact-form" onSubmit={onSubmit}>
      <Refusal trouble={trouble} />
      {fixed === undefined && <Field id="contact-name" label={people.name} value={name} onInput={setName} />}
      <Field
        id="contact-address"
        label={people.address}
        hint={people.addressHint}
        value={address}
        onInput={setAddress}
      />
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
