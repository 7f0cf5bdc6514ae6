/** What few readers need is a file of its own: what is shown after a submission is loaded only then, as is the form for names. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const all = () => import('./afterwards.tsx');

export const Afterwards = lazily(async () => (await all()).Afterwards);
export const Receipt = lazily(async () => (await all()).Receipt);
export const UnknownHelp = lazily(async () => (await all()).UnknownHelp);
export const Trustline = lazily(async () => (await import('../deal/payee-trustline.tsx')).Trustline);
export const NameForm = lazily(async () => (await import('../sign/name-form.tsx')).NameForm);

/** A component whose file is fetched when it is first drawn; if that fails, the next draw tries again. */
function lazily<Props>(load: () => Promise<(props: Props) => ComponentChildren>) {
  let loaded: ((props: Props) => ComponentChildren) | undefined;
  return function Lazily(props: Props & object) {
    const [Found, setFound] = useState(() => loaded);
    useEffect(() => {
      if (Found !== undefined) return;
      void load().then(
        (component) => {
          loaded = component;
          setFound(() => component);
        },
        () => {},
      );
    });
    return Found === undefined ? null : <Found {...props} />;
  };
}
