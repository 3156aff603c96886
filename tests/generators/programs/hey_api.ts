// A first turn by the client that hey-api makes.
import { createClient } from "./made/hey-api/client";
import {
  createGame,
  getOptions,
  joinGame,
  startGame,
  takeTurn,
} from "./made/hey-api/sdk.gen";

const [server, token] = process.argv.slice(2);
const client = createClient({ baseUrl: server ?? "", auth: token ?? "", throwOnError: true });
const once = { client, throwOnError: true } as const;

const made = await createGame({
  ...once,
  body: { name: "By hey-api", seats: 2, options: { introductory: true } },
});
const path = { game_id: made.data.game.id };
await joinGame({ ...once, path, body: {} });
await joinGame({ ...once, path, body: { bot: "greedy" } });
await startGame({ ...once, path, body: { first: 0 } });
const offered = (await getOptions({ ...once, path })).data;
const way = offered.expand[0];
if (way === undefined) throw new Error("nowhere to expand to");
const played = await takeTurn({
  ...once,
  path,
  headers: { "If-Match": `"${offered.version}"` },
  body: { expand: [{ to: way.to }] },
});
for (const { event } of played.data.events) {
  if (event.type === "Expanded") console.log(event.place);
}
