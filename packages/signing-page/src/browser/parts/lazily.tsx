import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reloadOnce } from './reload-once.ts';

/**
 * A component whose file is fetched when it is first drawn; if that fails, the next draw tries again.
 * @param instead what is drawn until then
 */
export function lazily<Props>(
  load: () => Promise<(props: Props) => ComponentChildren>,
  instead: (props: Props) => ComponentChildren = () => null,
) {
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
        () => void reloadOnce(),
      );
    });
    return Found === undefined ? instead(props) : <Found {...props} />;
  };
}
