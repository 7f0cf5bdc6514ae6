export { type Reason, reasonText } from './reasons.ts';
