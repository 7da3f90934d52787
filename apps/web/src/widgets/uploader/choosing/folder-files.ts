/** Browsers set the path of a chosen file but not of a dropped one. */
const paths = new WeakMap<File, string>()

export function collectPath(file: File, fullPath: string) {
  paths.set(file, fullPath.replace(/^\//, ''))
  return file
}
export const pathOf = (file: File) => paths.get(file) ?? (file.webkitRelativePath || file.name)

export const isFromFolder = (file: File) => pathOf(file).includes('/')
