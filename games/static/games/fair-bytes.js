// What fair.js stands on: byte strings, and SHA-256 and HMAC of the browser or, without those, of our own.
// Browsers have `crypto.subtle` on https and localhost only, so not on a plain local network.

export class Malformed extends Error {}

export function demand(condition, what) {
  if (!condition) throw new Malformed(what);
}

export async function holds(check) {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

export function fromHex(hex) {
  demand(typeof hex === "string" && /^(?:[0-9a-f]{2})*$/.test(hex), "hex");
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function utf8(string) {
  return new TextEncoder().encode(string);
}

export function text(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed("text");
  }
}

export function u32(value) {
  demand(Number.isInteger(value) && value >= 0 && value < 2 ** 32, "number");
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** 8 bytes, big endian; larger numbers than JavaScript holds exactly are refused. */
export function number(bytes) {
  demand(bytes.length === 8, "number");
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  demand(Number.isSafeInteger(value), "number");
  return value;
}

export function field(bytes) {
  return join(u32(bytes.length), bytes);
}

export function splitFields(data) {
  const fields = [];
  const view = new DataView(data.buffer);
  for (let at = 0; at < data.length; ) {
    demand(at + 4 <= data.length, "field");
    const end = at + 4 + view.getUint32(at);
    demand(end <= data.length, "field");
    fields.push(data.slice(at + 4, end));
    at = end;
  }
  return fields;
}

/** Joins byte strings; a text stands for its ASCII bytes. */
export function join(...parts) {
  const arrays = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
  const joined = new Uint8Array(arrays.reduce((size, array) => size + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

// --- SHA-256 and HMAC -----------------------------------------------------------------------------------

const subtle = globalThis.crypto?.subtle;

export async function sha256(bytes) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

/** HMAC-SHA256 under one key: a function of the message. The key has 1 to 64 bytes. */
export function keyed(key) {
  // Empty keys the browser refuses; up to a block HMAC takes a key as it is.
  demand(key.length >= 1 && key.length <= 64, "key");
  if (subtle) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const imported = subtle.importKey("raw", key, algorithm, false, ["sign"]);
    return async (message) => new Uint8Array(await subtle.sign("HMAC", await imported, message));
  }
  const padded = new Uint8Array(64);
  padded.set(key);
  const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad));
  return async (message) => ownSha256(join(outer, ownSha256(join(inner, message))));
}

// The fractional parts of the square roots of the first 8 primes and the cube roots of the first 64.
const START = words("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");
const ROUNDS = words(
  "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5" +
    "d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174" +
    "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da" +
    "983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967" +
    "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85" +
    "a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070" +
    "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3" +
    "748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2",
);

function words(hex) {
  return Uint32Array.from({ length: hex.length / 8 }, (_, at) => parseInt(hex.slice(8 * at, 8 * at + 8), 16));
}

function ownSha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = START.slice();
  const schedule = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(at + 4 * i);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

function compress(state, w) {
  for (let i = 16; i < 64; i++) {
    const small0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const small1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + small0 + w[i - 7] + small1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] += word;
  });
}

function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}
