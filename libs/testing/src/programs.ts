import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program that npm does not bring (nats-server, chromium, dcraw_emu) can be run here. */
export function hasProgram(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** `describe` where the program is there; elsewhere the tests are skipped, and `npm test` says why. */
export const describeWith = (command: string): jest.Describe => (hasProgram(command) ? describe : describe.skip)
