export { Afterwards } from './afterwards.tsx';
export { Receipt } from './receipt.tsx';
