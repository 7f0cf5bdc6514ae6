/** The list of one's escrows. */
import { render } from 'preact';
import { showProduct } from '../parts/band.tsx';
import { escrows } from '../words/en/escrows.ts';
import { addEnglish, loadWords } from '../words/words.ts';
import { App } from './app.tsx';

await loadWords(document.documentElement.lang);
addEnglish({ escrows });
// Until the list is open nobody knows which network it is on.
showProduct();
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
main.classList.add('escrows');
render(<App />, main);
