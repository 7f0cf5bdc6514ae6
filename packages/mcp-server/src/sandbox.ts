/** The only import of the embedded escrow service, which does not load if a real one is configured. */
export async function startSandbox(dataDir: string, dialect: 'seed' | 'v1' = 'seed') {
  const service = await import('@countersign/escrow-service');
  return await service.startSandbox({ dataDir, dialect });
}
