/** Hands a file that was made here to the person's downloads. */
export function saveFile(file: File) {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
  URL.revokeObjectURL(address)
}
