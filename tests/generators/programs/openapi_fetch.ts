// A first turn by openapi-fetch, with the types that openapi-typescript makes.
import createClient from "openapi-fetch";
import type { paths } from "./made/openapi-typescript";

const [server, token] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: server ?? "",
  headers: { Authorization: `Bearer ${token}` },
});

function must<T>(answer: { data?: T; error?: { detail: string } | undefined }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail);
  return answer.data;
}

const made = must(
  await client.POST("/api/games/", {
    body: { name: "By openapi-fetch", seats: 2, options: { introductory: true } },
  }),
);
const params = { path: { game_id: made.game.id } };
must(await client.POST("/api/games/{game_id}/join/", { params, body: {} }));
must(await client.POST("/api/games/{game_id}/join/", { params, body: { bot: "greedy" } }));
must(await client.POST("/api/games/{game_id}/start/", { params, body: { first: 0 } }));
const offered = must(await client.GET("/api/games/{game_id}/options/", { params }));
const way = offered.expand[0];
if (way === undefined) throw new Error("nowhere to expand to");
const played = must(
  await client.POST("/api/games/{game_id}/turns/", {
    params: { ...params, header: { "If-Match": `"${offered.version}"` } },
    body: { expand: [{ to: way.to }] },
  }),
);
for (const { event } of played.events) {
  if (event.type === "Expanded") console.log(event.place);
}
