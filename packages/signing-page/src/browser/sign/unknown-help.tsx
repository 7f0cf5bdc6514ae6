/** What can be done about an outcome that is not known. */
import { useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { serverTime } from '../parts/server-time.ts';
import { language, words } from '../words/words.ts';
import type { PageState, Question } from './state.ts';

/** After its time bound, a transaction may still be included in the last possible ledger. */
const GRACE_MS = 60_000;

export type UnknownHelpProps = {
  readonly view: PageView;
  readonly asked: PageState['asked'];
  readonly onAsk: (question: Question) => void;
};

export function UnknownHelp({ view: { status, canDeclareFailed }, asked, onAsk }: UnknownHelpProps) {
  const declarable = Date.parse(status.expiresAt) + GRACE_MS;
  const [canDeclare, setCanDeclare] = useState(false);
  const { next, neverSettled, sayAfter, lookFirst, onlyOwnerSays } = words().afterwards.unknown;
  // Checked when it is opened: by then it may be late enough.
  const look = () => setCanDeclare(serverTime() >= declarable);
  const button = (question: Question) => <AskButton question={question} asked={asked[question]} onAsk={onAsk} />;
  return (
    <>
      <p>{next}</p>
      <p class="buttons">{button('askAgain')}</p>
      {canDeclareFailed ? (
        <details onToggle={look}>
          <summary>{neverSettled}</summary>
          {canDeclare ? (
            <>
              <p>{lookFirst}</p>
              {button('declareFailed')}
            </>
          ) : (
            <p>{sayAfter(new Date(declarable).toLocaleTimeString(language()))}</p>
          )}
        </details>
      ) : (
        <p class="hint">{onlyOwnerSays}</p>
      )}
    </>
  );
}

type AskButtonProps = Pick<UnknownHelpProps, 'onAsk'> & {
  readonly question: Question;
  readonly asked: PageState['asked'][Question];
};

/** Shows that it is asking, and says so if there was nothing new. */
function AskButton({ question, asked, onAsk }: AskButtonProps) {
  const { asking, stillUnknown, [question]: label } = words().afterwards.unknown;
  const said = asked === undefined ? label : asked === 'asking' ? asking : stillUnknown;
  return (
    <button type="button" class="secondary" onClick={() => asked !== 'asking' && onAsk(question)}>
      <span aria-live="polite">{said}</span>
    </button>
  );
}
