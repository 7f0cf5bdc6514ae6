/** Everybody whom the transaction is about: what they do, who they are, and their address, whole. */
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { nameText } from '../words/said.ts';
import { language, words } from '../words/words.ts';
import { isNew, notesAt } from './notes.ts';
import { Aside, Card } from './parts.tsx';
import type { Person } from './people.ts';

type PeopleProps = { readonly people: readonly Person[]; readonly judgement: PageView['judgement'] };

export function People({ people, judgement }: PeopleProps) {
  const { deal } = words();
  return (
    <Card name="people" title={deal.people}>
      <dl>
        {people.map((person) => (
          <div key={person.address}>
            <dt>{titleOf(person)}</dt>
            <dd>
              <Code code={person.address} />
              {person.demo !== undefined && <span class="tag">{deal.demo(person.demo)}</span>}
              {person.named !== undefined && <span class="tag name">{nameText(person.named)}</span>}
              {isNew(person.address, judgement) && <span class="tag">{deal.firstTime}</span>}
              <Aside {...notesAt(person.address, judgement, people)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** "You: approve each milestone and release the money" */
function titleOf({ isYou, named, demo, does }: Person): string {
  const who = isYou ? words().deal.youName : (named?.name ?? demo);
  const what = new Intl.ListFormat(language(), { type: 'conjunction' }).format(does);
  const title = [who, what].filter(Boolean).join(': ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
