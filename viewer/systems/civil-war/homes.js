// Homes: where everything of a zone stands on the drawn map, in its units; measured on it, by hand.
// A stack keeps its place when others come or go, so that only what has marched moves.
/** @import { Point } from "./types.js" */

/**
 * mark and name: their middles. army and fleet: the middles of the counters of the first seat, of
 * the second, and of a people in its own land. Armies stand on the zone's land, fleets off its coast.
 * @typedef {{ mark: Point, name: Point, army: Point[], fleet: Point[] }} Home
 */
/** @type {Record<string, Home>} */
const HOMES = {
  Roma: {
    mark: [422, 240],
    name: [385, 230],
    army: [
      [452, 252],
      [442, 222],
    ],
    fleet: [
      [386, 254],
      [402, 280],
    ],
  },
  Cisalpina: {
    mark: [428, 94],
    name: [491, 84],
    army: [
      [392, 94],
      [394, 120],
    ],
    fleet: [
      [344, 154],
      [444, 118],
    ],
  },
  Etruria: {
    mark: [378, 154],
    name: [430, 144],
    army: [
      [414, 170],
      [438, 196],
    ],
    fleet: [
      [388, 206],
      [364, 180],
    ],
  },
  Picenum: {
    mark: [474, 194],
    name: [503, 214],
    army: [
      [500, 236],
      [462, 170],
    ],
    fleet: [
      [490, 171],
      [512, 198],
    ],
  },
  Campania: {
    mark: [488, 294],
    name: [430, 304],
    army: [
      [502, 270],
      [524, 296],
    ],
    fleet: [
      [452, 280],
      [482, 328],
    ],
  },
  Apulia: {
    mark: [584, 288],
    name: [560, 268],
    army: [
      [534, 330],
      [534, 356],
    ],
    fleet: [
      [550, 244],
      [554, 382],
    ],
  },
  Asia: {
    mark: [736, 310],
    name: [699, 310],
    army: [
      [772, 306],
      [776, 332],
    ],
    fleet: [
      [726, 334],
      [768, 360],
    ],
  },
  Bithynia: {
    mark: [804, 264],
    name: [862, 274],
    army: [
      [768, 278],
      [790, 240],
    ],
    fleet: [
      [784, 188],
      [768, 214],
    ],
  },
  Cilicia: {
    mark: [890, 316],
    name: [890, 296],
    army: [
      [854, 326],
      [826, 300],
    ],
    fleet: [
      [830, 378],
      [828, 352],
    ],
  },
  Syria: {
    mark: [908, 344],
    name: [950, 334],
    army: [
      [948, 358],
      [948, 386],
    ],
    fleet: [
      [898, 394],
      [898, 368],
    ],
  },
  Narbonensis: {
    mark: [310, 158],
    name: [310, 124],
    army: [
      [274, 154],
      [264, 182],
    ],
    fleet: [
      [314, 182],
      [288, 208],
    ],
  },
  Aquitania: {
    mark: [236, 138],
    name: [196, 158],
    army: [
      [214, 182],
      [248, 94],
    ],
    fleet: [
      [198, 108],
      [200, 134],
    ],
  },
  Celtica: {
    mark: [338, 68],
    name: [390, 68],
    army: [
      [296, 100],
      [298, 74],
    ],
    fleet: [],
  },
  Armorica: {
    mark: [212, 66],
    name: [154, 66],
    army: [
      [202, 42],
      [250, 62],
    ],
    fleet: [
      [152, 42],
      [208, 16],
    ],
  },
  Belgica: {
    mark: [314, 18],
    name: [285, 38],
    army: [
      [346, 44],
      [350, 18],
    ],
    fleet: [
      [278, 12],
      [262, 16],
    ],
  },
  Africa: {
    mark: [362, 412],
    name: [409, 412],
    army: [
      [380, 462],
      [376, 436],
    ],
    fleet: [
      [382, 358],
      [386, 384],
    ],
  },
  Cyrenaica: {
    mark: [626, 500],
    name: [689, 500],
    army: [
      [602, 476],
      [650, 476],
    ],
    fleet: [
      [634, 450],
      [584, 450],
    ],
  },
  Macedonia: {
    mark: [672, 218],
    name: [672, 198],
    army: [
      [662, 242],
      [710, 226],
    ],
    fleet: [
      [740, 252],
      [680, 268],
    ],
  },
  Epirus: {
    mark: [636, 320],
    name: [589, 320],
    army: [
      [624, 270],
      [626, 296],
    ],
    fleet: [
      [604, 344],
      [612, 244],
    ],
  },
  Achaia: {
    mark: [662, 300],
    name: [709, 290],
    army: [
      [654, 362],
      [672, 334],
    ],
    fleet: [
      [604, 370],
      [618, 396],
    ],
  },
  Creta: {
    mark: [732, 380],
    name: [774, 390],
    army: [
      [668, 394],
      [713, 396],
    ],
    fleet: [
      [712, 424],
      [662, 422],
    ],
  },
  Sicilia: {
    mark: [480, 414],
    name: [480, 434],
    army: [
      [498, 382],
      [450, 380],
    ],
    fleet: [
      [516, 408],
      [484, 354],
    ],
  },
  Sardinia: {
    mark: [334, 312],
    name: [276, 312],
    army: [
      [342, 282],
      [338, 228],
    ],
    fleet: [
      [370, 308],
      [334, 256],
    ],
  },
  Citerior: {
    mark: [192, 226],
    name: [157, 206],
    army: [
      [168, 250],
      [228, 210],
    ],
    fleet: [
      [218, 262],
      [228, 236],
    ],
  },
  Ulterior: {
    mark: [132, 276],
    name: [167, 296],
    army: [
      [96, 272],
      [98, 300],
    ],
    fleet: [
      [122, 326],
      [48, 298],
    ],
  },
  Lusitania: {
    mark: [102, 208],
    name: [62, 188],
    army: [
      [38, 240],
      [86, 238],
    ],
    fleet: [
      [64, 164],
      [50, 212],
    ],
  },
  Illyricum: {
    mark: [564, 162],
    name: [627, 152],
    army: [
      [546, 138],
      [544, 112],
    ],
    fleet: [
      [526, 166],
      [568, 202],
    ],
  },
  Germani: {
    mark: [434, 18],
    name: [463, 38],
    army: [
      [470, 12],
      [400, 42],
      [398, 16],
    ],
    fleet: [],
  },
  Mauri: {
    mark: [82, 366],
    name: [104, 394],
    army: [
      [112, 366],
      [226, 364],
      [252, 374],
    ],
    fleet: [
      [206, 336],
      [240, 336],
    ],
  },
  Numidae: {
    mark: [290, 396],
    name: [268, 418],
    army: [
      [300, 372],
      [332, 398],
      [318, 424],
    ],
    fleet: [
      [328, 362],
      [310, 336],
    ],
  },
  Aegyptii: {
    mark: [818, 468],
    name: [760, 468],
    army: [
      [790, 494],
      [838, 492],
      [886, 486],
    ],
    fleet: [
      [878, 460],
      [828, 444],
    ],
  },
  Pontici: {
    mark: [876, 222],
    name: [824, 212],
    army: [
      [856, 246],
      [904, 250],
      [920, 224],
    ],
    fleet: [
      [886, 188],
      [936, 196],
    ],
  },
  Parthi: {
    mark: [1026, 334],
    name: [1026, 354],
    army: [
      [1034, 304],
      [1062, 330],
      [1008, 278],
    ],
    fleet: [],
  },
};

/**
 * The home of a zone that the drawn map does not have: around its place.
 * @param {Point} at
 * @returns {Home}
 */
const around = ([x, y]) => ({
  mark: [x, y],
  name: [x, y + 22],
  army: [
    [x - 24, y - 26],
    [x + 24, y - 26],
  ],
  fleet: [],
});

/**
 * @param {string} zone
 * @param {Point} at  where the zone says that it is
 */
export const homeOf = (zone, at) => HOMES[zone] ?? around(at);
