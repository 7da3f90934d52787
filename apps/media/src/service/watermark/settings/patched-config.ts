import { positionNameAt, percentagesOfPosition, WATERMARK_POSITIONS, type http } from '@daymark/contracts'

type Config = http.WatermarkConfig
const SHAPES = ['portrait', 'landscape'] as const

/** Applies a patch. A named position sets X and Y; X or Y without a name gets the name of its position. */
export function patchedConfig(before: Config, patch: http.WatermarkPatch): Config {
  const after = { ...before, ...given(patch) }
  for (const shape of SHAPES) Object.assign(after, placed(shape, before, patch))
  return after
}

function placed(shape: (typeof SHAPES)[number], before: Config, patch: http.WatermarkPatch): Partial<Config> {
  const [name, atX, atY] = [`${shape}Position`, `${shape}XPercent`, `${shape}YPercent`] as const
  const [x, y] = [patch[atX], patch[atY]]
  const isMoved = x !== undefined || y !== undefined
  const asked = WATERMARK_POSITIONS.find(known => known === (patch[name] === 'centre' ? 'center' : patch[name]))
  if (asked && isMoved) return { [name]: asked }
  const shares = asked && percentagesOfPosition(asked)
  if (shares) return { [name]: asked, [atX]: shares.x, [atY]: shares.y }
  if (asked) return { [name]: asked }
  return isMoved ? { [name]: positionNameAt(x ?? before[atX], y ?? before[atY]) } : {}
}

const given = ({ portraitPosition: _, landscapePosition: __, ...numbers }: http.WatermarkPatch): Partial<Config> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined))
