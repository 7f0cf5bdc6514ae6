/** What stands here once something was sent: nobody waits for it before. */
import { lazily } from '../parts/lazily.tsx';

const all = () => import('./all.ts');

export const Afterwards = lazily(async () => (await all()).Afterwards);
export const Receipt = lazily(async () => (await all()).Receipt);
