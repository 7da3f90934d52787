import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of a program in PATH, or undefined if PATH does not contain it. */
export const programPath = (command, path = process.env.PATH ?? '') =>
  path
    .split(delimiter)
    .map(folder => join(folder, command))
    .find(isProgram)

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
