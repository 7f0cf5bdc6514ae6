/** "Tell me when something happens": the browser asks for permission when it is pressed, and not before. */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { canNotify, isNotifying, startNotifying, stopNotifying } from './notify.ts';

export function NotifySwitch() {
  const [isOn, setOn] = useState(isNotifying);
  const [isDenied, setDenied] = useState(false);
  const { notify } = words().afterwards;
  if (!canNotify()) return null;
  const start = async () => {
    const started = await startNotifying().catch(() => false);
    setOn(started);
    setDenied(!started);
  };
  const stop = () => {
    stopNotifying();
    setOn(false);
  };
  return (
    <div class="notify">
      <button
        type="button"
        class="secondary"
        aria-describedby="notify-means"
        onClick={() => (isOn ? stop() : void start())}
      >
        {isOn ? notify.off : notify.offer}
      </button>
      <p class="hint" id="notify-means">
        {isOn ? notify.on : isDenied ? notify.denied : notify.means}
      </p>
    </div>
  );
}
