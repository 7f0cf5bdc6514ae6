/** The list of one's escrows. */
import { render } from 'preact';
import { h } from '../parts/dom.ts';
import { escrows } from '../words/en/escrows.ts';
import { addEnglish, loadWords } from '../words/words.ts';
import { App } from './app.tsx';

await loadWords(document.documentElement.lang);
addEnglish({ escrows });
// Until the list is open nobody knows which network it is on.
document.getElementById('band')?.replaceChildren(h('p', { class: 'network' }, h('strong', {}, 'Countersign')));
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
main.classList.add('escrows');
render(<App />, main);
