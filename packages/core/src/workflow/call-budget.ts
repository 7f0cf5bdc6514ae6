/** How long a call may take. Hosts give up on one at 60 s. */
export const CALL_BUDGET_MS = 45_000;
