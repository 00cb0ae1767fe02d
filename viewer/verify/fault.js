// Fault: what a check throws at the first thing that does not hold; NotRun when it cannot be made.
export class Fault extends Error {
  /**
   * @param {string} text
   * @param {number | null} [seq]
   */
  constructor(text, seq = null) {
    super(text);
    this.seq = seq;
  }
}
export class NotRun extends Error {}
export class NotConfirmed extends Error {}
