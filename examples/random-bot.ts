// Plays a game to its end at random: node random-bot.mjs SERVER TOKEN GAME [SECONDS between looks]
import createClient from "openapi-fetch";
import type { components, paths } from "./made/openapi-typescript";

const [server = "", token, game = "", seconds = "5"] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const api = createClient<paths>({ baseUrl: server, headers });
const params = { path: { game_id: game } };

const one = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)];

// Whether the server took it; a refusal changes nothing.
async function move(can: components["schemas"]["Choices"]): Promise<boolean> {
  const seen = { params: { ...params, header: { "If-Match": `"${can.version}"` } } };
  const [place = "", tiles = []] = one(Object.entries(can.places)) ?? [];
  const tile: string | number = (place ? one(tiles) : one(can.tiles)) ?? 0;
  const where = place ? { place } : { region: one(can.regions) ?? null };
  const expand = can.expand.filter((way) => way === one(can.expand)).map(({ to }) => ({ to }));
  const increase = can.increase.filter(() => Math.random() < 0.25).map(({ city }) => city);
  const asked = {
    town: () => api.POST("/api/games/{game_id}/towns/", { ...seen, body: { town: one(can.towns) ?? "" } }),
    boom: () => api.POST("/api/games/{game_id}/boom/", { ...seen, body: { boom: one(can.cities) ?? "" } }),
    draft: () => api.POST("/api/games/{game_id}/draft/", { ...seen, body: { tile, ...where } }),
    turn: () => api.POST("/api/games/{game_id}/turns/", { ...seen, body: { expand, increase } }),
  };
  return can.kind !== null && (await asked[can.kind]()).response.ok;
}

const me = (await api.GET("/api/me/")).data?.id;
await api.POST("/api/games/{game_id}/join/", { params, body: {} });
for (;;) {
  const { data: table } = await api.GET("/api/games/{game_id}/", { params });
  if (table?.final) break;
  const { data: can } = await api.GET("/api/games/{game_id}/options/", { params });
  const mine = can && can.seat !== null && table?.seats[can.seat]?.player === me;
  if (!(mine && (await move(can)))) await new Promise((on) => setTimeout(on, Number(seconds) * 1000));
}
console.log((await api.GET("/api/games/{game_id}/", { params })).data?.final);
