// The player's side of the fair deal (docs/fair-deal.md). Asks the server nothing.
//
// Byte strings are Uint8Array inside and lower-case hex outside. Every verify… function answers true or false;
// what is malformed proves nothing and is false.

import {
  Malformed,
  demand,
  field,
  fromHex,
  holds,
  join,
  keyed,
  number,
  sha256,
  splitFields,
  text,
  toHex,
  u32,
  utf8,
} from "./fair-bytes.js";

const FACES = 52;
const SALT_BYTES = 16;
const DEALS_PER_TABLE = 1024;
const MAX_DECKS = 8;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";


// --- the player's own seed ---------------------------------------------------------------------------

/** A fresh client seed: send `digest` first, and `seed` when the digests of all seats are in. */
export async function makeClientSeed() {
  const seed = toHex(crypto.getRandomValues(new Uint8Array(32)));
  return { seed, digest: await seedDigest(seed) };
}

export async function seedDigest(seed) {
  return toHex(await sha256(join("b21/1/client-seed", fromHex(seed))));
}

// --- proofs --------------------------------------------------------------------------------------------

/** deal: {root, decks}; opening: {position, face, salt, path}. */
export function verifyCard(deal, opening) {
  return holds(async () => {
    const { position, face } = opening;
    const salt = saltOf(opening);
    demand(Number.isInteger(deal.decks) && deal.decks >= 1 && deal.decks <= MAX_DECKS, "decks");
    const leaf = join("b21/1/card", u32(position), faceByte(face), salt);
    return underRoot(deal.root, leaf, position, FACES * deal.decks, opening.path);
  });
}

/** again: {root, count}, the second root and the number of its cards; opening: {k, place, position, face, …}. */
export function verifyReshuffledCard(again, opening) {
  return holds(async () => {
    const { k, place, position, face } = opening;
    const salt = saltOf(opening);
    const leaf = join("b21/1/card-again", u32(k), u32(place), u32(position), faceByte(face), salt);
    return underRoot(again.root, leaf, place, again.count, opening.path);
  });
}

/** opening: {number, seed, path}, against the commitment published before anyone sat. */
export function verifyDealSeed(commitment, opening) {
  return holds(async () => {
    const leaf = join("b21/1/deal-seed", u32(opening.number), fromHex(opening.seed));
    return underRoot(commitment, leaf, opening.number, DEALS_PER_TABLE, opening.path);
  });
}

/** Whether an opened roll key is the one a label's rolls were committed to. */
export function verifyRollKey(commitment, label, key) {
  return holds(async () => {
    const digest = await sha256(join("b21/1/commit-roll", field(utf8(label)), fromHex(key)));
    return toHex(digest) === commitment;
  });
}

/** The roll number `counter` of the label this key belongs to, 0 … n-1. */
export async function rollFromKey(key, counter, n) {
  return new Stream(fromHex(key), u32(counter)).below(n);
}

// --- a whole deal --------------------------------------------------------------------------------------

/** Deals again from an opened deal seed and the deal's transcript, both in hex. Throws when malformed. */
export async function redeal(seed, transcriptHex) {
  const transcript = readTranscript(transcriptHex);
  const key = await keyed(fromHex(seed))(fromHex(transcriptHex));
  const shoe = Array.from({ length: FACES * transcript.decks }, (_, index) => index % FACES);
  const order = await new Stream(key, join("b21/1/deck")).shuffle(shoe);
  const salts = new Stream(key, join("b21/1/salt"));
  const leaves = [];
  for (const [position, face] of order.entries()) {
    leaves.push(join("b21/1/card", u32(position), faceByte(face), await salts.bytes(SALT_BYTES)));
  }
  const rollKey = async (label) => toHex(await keyed(key)(join("b21/1/roll", field(utf8(label)))));
  return {
    transcript,
    order,
    root: toHex(await merkleRoot(leaves)),
    rollKey,
    roll: async (label, counter, n) => rollFromKey(await rollKey(label), counter, n),
    reshuffle: (k, positions) =>
      new Stream(key, join("b21/1/again", u32(k))).shuffle([...positions].sort((a, b) => a - b)),
  };
}

/**
 * Checks an opened deal against everything the player was told before it.
 *
 * told: {commitment, table, match, root, transcript (hex), digests: {seat: digest}, mine: {seat, seed} or
 * nothing for a watcher, cards: [{position, face}]}; opening: {number, seed, path}.
 * Returns the names of what does not hold; an empty list is the proof.
 */
export async function verifyDeal(told, opening) {
  let deal;
  try {
    deal = await redeal(opening.seed, told.transcript);
  } catch (error) {
    if (error instanceof Malformed) return ["malformed"];
    throw error;
  }
  const { transcript, order, root } = deal;
  const seats = new Map(transcript.seats.map((seat) => [seat.seat, seat.clientSeed]));
  const mine = told.mine;
  const checks = {
    "seed-not-committed": await verifyDealSeed(told.commitment, opening),
    "other-commitment": transcript.commitment === told.commitment,
    "other-table": transcript.table === told.table && transcript.match === told.match,
    "other-deal": transcript.deal === opening.number,
    "own-seed-changed": !mine || seats.get(mine.seat) === mine.seed,
    "seed-changed": await seedsMatch(seats, told.digests),
    "other-root": root === told.root,
    "other-card": told.cards.every(({ position, face }) => order[position] === face),
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

/** Every seat that brought a seed showed its digest before, and nobody who showed one is left out. */
async function seedsMatch(seats, digests) {
  for (const [seat, seed] of seats) {
    const expected = digests[seat] ?? null;
    if (expected !== (seed === "" ? null : await seedDigest(seed))) return false;
  }
  return Object.keys(digests).every((seat) => seats.has(Number(seat)));
}

/** {game, table, commitment, match, deal, decks, seats: [{seat, player, clientSeed}]}. Throws when malformed. */
export function readTranscript(hex) {
  const fields = splitFields(fromHex(hex));
  demand(fields.length >= 8 && text(fields[0]) === "b21/1/transcript", "transcript");
  const [match, deal, decks, count] = fields.slice(4, 8).map(number);
  demand(decks >= 1 && decks <= MAX_DECKS && fields.length === 8 + 3 * count, "transcript");
  const seats = [];
  for (let at = 8; at < fields.length; at += 3) {
    const seat = number(fields[at]);
    demand(at === 8 || seat > seats.at(-1).seat, "seat order");
    demand(fields[at + 2].length <= 64, "client seed");
    seats.push({ seat, player: text(fields[at + 1]), clientSeed: toHex(fields[at + 2]) });
  }
  const commitment = toHex(fields[3]);
  return { game: text(fields[1]), table: text(fields[2]), commitment, match, deal, decks, seats };
}

/** "As", "Td", "2c". */
export function cardCode(face) {
  return RANKS[face % 13] + SUITS[Math.floor(face / 13)];
}

// --- streams -------------------------------------------------------------------------------------------

class Stream {
  constructor(key, label) {
    this.mac = keyed(key);
    this.label = label;
    this.number = 0;
    this.block = new Uint8Array(0);
    this.at = 0;
  }

  async byte() {
    if (this.at === this.block.length) {
      this.block = await this.mac(join(this.label, u32(this.number)));
      this.number += 1;
      this.at = 0;
    }
    return this.block[this.at++];
  }

  async bytes(size) {
    const taken = new Uint8Array(size);
    for (let index = 0; index < size; index++) taken[index] = await this.byte();
    return taken;
  }

  /** Uniform in 0 … n-1: a draw in the last, incomplete stretch of n is thrown away. */
  async below(n) {
    demand(Number.isInteger(n) && n >= 1 && n <= 2 ** 32, "range");
    if (n === 1) return 0;
    let size = 1;
    while (256 ** size < n) size += 1;
    const span = 256 ** size;
    const limit = span - (span % n);
    for (;;) {
      let value = 0;
      for (const byte of await this.bytes(size)) value = value * 256 + byte;
      if (value < limit) return value % n;
    }
  }

  async shuffle(list) {
    for (let last = list.length - 1; last > 0; last--) {
      const chosen = await this.below(last + 1);
      [list[last], list[chosen]] = [list[chosen], list[last]];
    }
    return list;
  }
}

// --- Merkle tree ---------------------------------------------------------------------------------------

const leafHash = (leaf) => sha256(join([0], leaf));
const nodeHash = (left, right) => sha256(join([1], left, right));
const rootHash = (count, top) => sha256(join([2], u32(count), top));

async function merkleRoot(leaves) {
  let level = await Promise.all(leaves.map(leafHash));
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at + 1 < level.length; at += 2) above.push(nodeHash(level[at], level[at + 1]));
    if (level.length % 2) above.push(level.at(-1));
    level = await Promise.all(above);
  }
  return rootHash(leaves.length, level[0]);
}

async function underRoot(root, leaf, index, count, path) {
  demand(Array.isArray(path) && Number.isInteger(count) && index >= 0 && index < count, "place");
  const partners = path.map(fromHex);
  demand(partners.every((partner) => partner.length === 32), "path");
  let node = await leafHash(leaf);
  let used = 0;
  for (let place = index, width = count; width > 1; place = place >> 1, width = (width + 1) >> 1) {
    if (place % 2 === 0 && place + 1 === width) continue;
    demand(used < partners.length, "path");
    const partner = partners[used++];
    node = place % 2 ? await nodeHash(partner, node) : await nodeHash(node, partner);
  }
  return used === partners.length && toHex(await rootHash(count, node)) === root;
}

function faceByte(face) {
  demand(Number.isInteger(face) && face >= 0 && face < FACES, "face");
  return Uint8Array.of(face);
}

function saltOf(opening) {
  const salt = fromHex(opening.salt);
  demand(salt.length === SALT_BYTES, "salt");
  return salt;
}
