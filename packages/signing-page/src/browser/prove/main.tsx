/** Where a person proves that a wallet is theirs: it signs a text, and nothing else. */
import { render } from 'preact';
import { showProduct } from '../parts/band.tsx';
import { prove } from '../words/en/prove.ts';
import { addEnglish, loadWords } from '../words/words.ts';
import { App } from './app.tsx';

await loadWords(document.documentElement.lang);
addEnglish({ prove });
showProduct();
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
render(<App />, main);
