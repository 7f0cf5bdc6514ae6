/** The part of the page that is loaded once something was sent. */
import './english.ts';

export { UnknownHelp } from '../sign/unknown-help.tsx';
export { Afterwards } from './afterwards.tsx';
export { Receipt } from './receipt.tsx';
