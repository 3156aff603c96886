// A first turn by the client that openapi-generator makes for TypeScript.
import { Configuration, PlayApi, TablesApi } from "./made/typescript-fetch";

const [server, token] = process.argv.slice(2);
const configuration = new Configuration({ basePath: server ?? "", accessToken: token ?? "" });
const tables = new TablesApi(configuration);
const play = new PlayApi(configuration);

const made = await tables.createGame({
  newGame: { name: "By typescript-fetch", seats: 2, options: { introductory: true } },
});
const gameId = made.game.id;
await tables.joinGame({ gameId, join: {} });
await tables.joinGame({ gameId, join: { bot: "greedy" } });
await tables.startGame({ gameId, start: { first: 0 } });
const offered = await play.getOptions({ gameId });
const way = offered.expand[0];
if (way === undefined) throw new Error("nowhere to expand to");
const played = await play.takeTurn({
  gameId,
  ifMatch: `"${offered.version}"`,
  turnBody: { expand: [{ to: way.to }] },
});
for (const { event } of played.events) {
  if (event.type === "Expanded") console.log(event.place);
}
