/** The fold for signing elsewhere: what is in it is loaded when it is opened, since most people sign in their wallet. */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import type { ElsewhereProps } from './elsewhere.tsx';

export function OtherWays(props: ElsewhereProps) {
  const [inside, setInside] = useState<{ readonly Elsewhere?: ComponentType<ElsewhereProps> }>({});
  const [isLost, setLost] = useState(false);
  const { elsewhere, notLoaded } = words().ways;
  const load = () => {
    setLost(false);
    import('./elsewhere.tsx').then(setInside, () => setLost(true));
  };
  const { Elsewhere } = inside;
  return (
    <details
      class="elsewhere"
      onToggle={({ currentTarget }) => currentTarget.open && Elsewhere === undefined && load()}
    >
      <summary>{elsewhere.title}</summary>
      {isLost && <p role="alert">{`${notLoaded.message} ${notLoaded.remedy}`}</p>}
      {Elsewhere !== undefined && <Elsewhere {...props} />}
    </details>
  );
}
