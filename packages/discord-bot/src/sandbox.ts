/** The only way from here to the embedded escrow service. Nothing of it loads where a real one is configured. */
export async function startSandbox(dataDir: string, dialect: 'seed' | 'v1' = 'seed') {
  const service = await import('@countersign/escrow-service');
  return await service.startSandbox({ dataDir, dialect });
}
