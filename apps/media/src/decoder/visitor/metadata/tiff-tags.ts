/**
 * How a tag is handled: `keep` keeps the value unchanged; with the other actions, the tag is kept, and the directory or content to which it
 * points is cleaned. A tag without an action is removed.
 */
export type TagAction =
  'keep' | 'directory' | 'strips' | 'strip sizes' | 'jpeg' | 'jpeg size' | 'xmp' | 'iptc' | 'photoshop' | 'icc'
/** Returns how a tag is handled, or undefined to remove the tag. `inside`: the rules for the directory to which the tag points. */
export type DirectoryRules = (tag: number) => { action: TagAction; inside?: DirectoryRules } | undefined

const keepTags =
  (tags: number[], ...ranges: [first: number, last: number][]): DirectoryRules =>
  tag =>
    tags.includes(tag) || ranges.some(([first, last]) => tag >= first && tag <= last) ? { action: 'keep' } : undefined
const firstMatchOf =
  (...directories: DirectoryRules[]): DirectoryRules =>
  tag => {
    for (const directory of directories) {
      const rule = directory(tag)
      if (rule) return rule
    }
    return undefined
  }
const followPointer =
  (tag: number, inside: DirectoryRules): DirectoryRules =>
  requestedTag =>
    requestedTag === tag ? { action: 'directory', inside } : undefined
const handleTags =
  (actions: Record<number, TagAction>): DirectoryRules =>
  tag => {
    const action = actions[tag]
    return action && { action }
  }

/**
 * Tags that remain. All others are removed, such as GPS (0x8825), maker notes (0x927c), serial numbers (0xa431, 0xa435, 0xc62f), the
 * owner's name (0xa430), unique ids (0xa420), comments of apps (0x9286), GeoTIFF locations, and unknown tags.
 */
const INTEROPERABILITY_RULES = keepTags([1, 2, 0x1000, 0x1001, 0x1002])
const EXIF_RULES = firstMatchOf(
  keepTags([0x829a, 0x829d, 0x8822, 0x8824, 0x8827], [0x8830, 0x8835]), // exposure
  keepTags(
    [0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101, 0x9102, 0x9214, 0x9290, 0x9291, 0x9292],
    [0x9201, 0x920a],
  ),
  keepTags([
    0xa000, 0xa001, 0xa002, 0xa003, 0xa20b, 0xa20e, 0xa20f, 0xa210, 0xa214, 0xa215, 0xa217, 0xa300, 0xa301, 0xa302,
    0xa500,
  ]),
  keepTags([0xa40c], [0xa401, 0xa40a], [0xa460, 0xa462]),
  keepTags([0xa432, 0xa433, 0xa434, 0xa436, 0xa437]), // lens, title, photographer
  followPointer(0xa005, INTEROPERABILITY_RULES),
)
/** Tags of camera, dates, title, artist, copyright and software. */
const DESCRIPTION_TAGS = [
  0x010e, 0x010f, 0x0110, 0x0112, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, 0x013b, 0x013e, 0x013f, 0x0211, 0x0212,
  0x0213, 0x0214, 0x012d, 0x4746, 0x4749, 0x8298, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
]
/** Tags of the dimensions and layout of the pixels. */
const PIXEL_LAYOUT_TAGS = [0x00fe, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0115, 0x0116, 0x011c]

/** Rules for the first EXIF directory of a JPEG, PNG, WebP or AVIF file, which does not describe the pixels. */
export const exifDirectoryRules = firstMatchOf(
  keepTags(DESCRIPTION_TAGS),
  keepTags([0x0100, 0x0101, 0x0102, 0x0106, 0x0115, 0x011c]),
  followPointer(0x8769, EXIF_RULES),
)
/** Rules for the second EXIF directory, which contains a thumbnail. */
export const thumbnailDirectoryRules = firstMatchOf(
  keepTags(DESCRIPTION_TAGS),
  keepTags(PIXEL_LAYOUT_TAGS),
  handleTags({ 0x0111: 'strips', 0x0117: 'strip sizes', 0x0201: 'jpeg', 0x0202: 'jpeg size' }),
)
/** Rules for the table of further pictures in a JPEG file (MPF). */
export const pictureTableRules = keepTags([0xb000, 0xb001, 0xb002, 0xb004, 0xb101], [0xb201, 0xb20e])

/** Rules for the directories of a TIFF file. All tags that a decoder needs remain. */
export const fileDirectoryRules: DirectoryRules = firstMatchOf(
  keepTags(DESCRIPTION_TAGS),
  keepTags(PIXEL_LAYOUT_TAGS),
  keepTags([0x00ff, 0x0118, 0x0119, 0x011e, 0x011f, 0x0122, 0x0123, 0x0124, 0x0125, 0x0129, 0x013d], [0x0107, 0x010a]),
  keepTags(
    [0x014c, 0x014d, 0x014e, 0x0150, 0x0151, 0x0152, 0x0153, 0x0154, 0x0155, 0x0156, 0x015b],
    [0x0140, 0x0143],
    [0x0146, 0x0148],
  ),
  handleTags({ 0x0111: 'strips', 0x0117: 'strip sizes', 0x0144: 'strips', 0x0145: 'strip sizes' }),
  handleTags({ 0x02bc: 'xmp', 0x83bb: 'iptc', 0x8649: 'photoshop', 0x8773: 'icc' }),
  followPointer(0x8769, EXIF_RULES),
  tag => (tag === 0x014a ? { action: 'directory', inside: fileDirectoryRules } : undefined),
)
