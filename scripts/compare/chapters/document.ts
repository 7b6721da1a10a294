import type { Stage } from '../stage'

/** The OpenAPI document: code is made from it, so a member that is renamed there breaks clients. */
export async function openapiDocument(stage: Stage): Promise<void> {
  stage.readDocument(stage.open())
}
