/** Field names are English already, as in the request. */
export const fieldText = (field: string): string => field;
