/** What is shown after a submission; loaded only then. */
import { lazily } from '../parts/lazily.tsx';

const all = () => import('./all.ts');

export const Afterwards = lazily(async () => (await all()).Afterwards);
export const Receipt = lazily(async () => (await all()).Receipt);
export const UnknownHelp = lazily(async () => (await all()).UnknownHelp);
