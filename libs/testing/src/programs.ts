import { programPath } from '../../../tools/program-path.mjs'

/** Whether a program that npm does not bring (nats-server, chromium, dcraw_emu) can be run here. */
export const hasProgram = (command: string): boolean => programPath(command) !== undefined

/** `describe` where the program is there; elsewhere the tests are skipped, and `npm test` says why. */
export const describeWith = (command: string): jest.Describe => (hasProgram(command) ? describe : describe.skip)
