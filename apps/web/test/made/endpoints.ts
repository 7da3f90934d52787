import { readEndpoints } from '../../vite/openapi.ts'

/** The endpoints that the build generates from the OpenAPI document. */
export const endpoints = readEndpoints()
