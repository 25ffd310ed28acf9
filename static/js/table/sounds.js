// Sounds of our own making: a few tones and some noise, made when they are needed. No file is loaded.

const GAP_S = 0.09;

let context = null;
let out = null;

/** Call from a gesture. `volume` in percent; what comes back plays cues, one after the other. */
export function openSound(volume) {
  context = new AudioContext();
  out = context.createGain();
  out.gain.value = (volume / 100) ** 2; // ears hear in ratios
  out.connect(context.destination);
  return (cues) => {
    if (!cues.length) return;
    context.resume();
    let at = context.currentTime + 0.02;
    for (const cue of cues) at += SOUNDS[cue](at) + GAP_S;
  };
}

/** Each plays at a time and says how long the next one has to wait. */
const SOUNDS = {
  deal(at) {
    hiss(at, 0.11, 2_600, 0.5);
    hiss(at + 0.05, 0.04, 900, 0.6);
    return 0.06;
  },
  chips(at) {
    for (const [nth, pitch] of [4_100, 5_300, 3_700].entries()) {
      tone(at + nth * 0.045, pitch, 0.07, 0.12, "triangle");
      hiss(at + nth * 0.045, 0.012, 6_000, 0.35);
    }
    return 0.13;
  },
  turn(at) {
    bell(at, 659.3, 0.5);
    bell(at + 0.14, 880, 0.7);
    return 0.3;
  },
  warning(at) {
    tone(at, 1_046.5, 0.06, 0.4, "square");
    return 0.1;
  },
  win(at) {
    for (const [nth, pitch] of [523.3, 659.3, 784, 1_046.5].entries()) bell(at + nth * 0.1, pitch, 0.6);
    return 0.5;
  },
  lose(at) {
    tone(at, 330, 0.3, 0.3, "triangle");
    tone(at + 0.2, 247, 0.5, 0.3, "triangle");
    return 0.5;
  },
};

function bell(at, pitch, seconds) {
  tone(at, pitch, seconds, 0.28, "sine");
  tone(at, pitch * 2.76, seconds / 4, 0.07, "sine");
}

function tone(at, pitch, seconds, loud, type) {
  const source = new OscillatorNode(context, { type, frequency: pitch });
  fade(source, at, seconds, loud);
}

function hiss(at, seconds, pitch, loud) {
  const buffer = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.9 });
  source.connect(band);
  fade(source, at, seconds, loud, band);
}

/** Starts at once and dies away, without a click at either end. */
function fade(source, at, seconds, loud, last = source) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  last.connect(gain).connect(out);
  source.start(at);
  source.stop(at + seconds);
}
