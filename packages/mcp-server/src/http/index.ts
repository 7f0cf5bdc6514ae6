/** MCP over HTTP: loaded only by the `http` command, never over stdio. */
export { DEFAULT_HTTP_PORT, type HttpPlan, planHttp } from './plan.ts';
export { type ServedHttp, serveHttp } from './serve-http.ts';
