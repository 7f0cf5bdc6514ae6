/**
 * The release switch. `countersign-mcp` is not published yet, and anybody could claim the name and decide what runs
 * under it. So until the owner has published it, every line that installs Countersign names what was built here
 * (decision 30). To release: publish, fill in the names below, set this to true and run `pnpm fix`.
 */
export const IS_PUBLISHED: boolean = false;

export const NPM_NAME = 'countersign-mcp';

/** Reserved names (RFC 2606), which nobody can take, until there are real ones. */
export const REGISTRY_NAME = 'com.example/countersign-mcp';
export const IMAGE_NAME = 'registry.example/countersign-mcp';
