/** MCP over HTTP: loaded by the command alone, never by a start over stdio. */
export { DEFAULT_HTTP_PORT, type HttpPlan, planHttp } from './plan.ts';
export { type ServedHttp, serveHttp } from './serve-http.ts';
