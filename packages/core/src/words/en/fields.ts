/** The fields of a request, a transaction and an escrow have English names, as whoever wrote the request knows them. */
export const fieldText = (field: string): string => field;
