/** The list of one's escrows. */
import { render } from 'preact';
import { loadWords, words } from '../words/words.ts';

await loadWords();
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
render(<h1>{words().escrows.title}</h1>, main);
