import { readEndpoints } from '../../vite/openapi.ts'

/** What the build makes of the OpenAPI document. */
export const endpoints = readEndpoints()
