/** The list of one's escrows. */
import { render } from 'preact';
import { loadWords } from '../words/words.ts';
import { App } from './app.tsx';

await loadWords(document.documentElement.lang);
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
main.classList.add('escrows');
render(<App />, main);
