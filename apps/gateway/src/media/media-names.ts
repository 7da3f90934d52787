import { errors, VARIANT_SIZES, type VariantSize } from '@daymark/contracts'

/** What an address of a picture says. */
export function variantSize(text: string): VariantSize {
  const size = VARIANT_SIZES.find(known => known === text)
  if (!size) throw errors.PHOTO_NOT_FOUND()
  return size
}
export function stemOfJpeg(file: string): string {
  const stem = /^([^/\\\0]{1,255})\.jpg$/.exec(file)?.[1]
  if (!stem) throw errors.PHOTO_NOT_FOUND()
  return stem
}
