import { FileHashes } from './file-hashes.ts'
import { GetManifest } from './get-manifest.handler.ts'
import { GetOwnManifest } from './get-own-manifest.handler.ts'
import { Manifests } from './manifests.ts'

/** What sharing answers about the bytes that a link offers. */
export const manifestHandlers = [GetManifest, GetOwnManifest]
export const manifestProviders = [FileHashes, Manifests]
