/** Made from fields.en.json by `pnpm fix`. */
export type FieldsParameters = {
  'entries.milestones': 'number';
  'entries.addMilestones': 'number';
  'entries.distributions': 'number';
  'entries.addresses': 'number';
  'entries.operations': 'number';
  'entries.signatures': 'number';
};
