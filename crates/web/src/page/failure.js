// A request that was refused, with the reason.
export class Failure extends Error {
  constructor({ message, faults = [], ...more }) {
    super(message);
    this.faults = faults;
    Object.assign(this, more);
  }
}
