// What the organiser's routes answer, as the server's records have it.
import type { Gives, Judgement, SuggestionFigures } from "../../shared/api_types";

export type { Person, Progress } from "../../shared/api_types";
/** What organisers choose from. */
export type Overview = Gives<"GET overview">;
export type Live = Gives<"GET live">;
export type Agreement = Gives<"GET agreement">;
export type Disagreement = NonNullable<Agreement["disagreements"]>[number];
export type Storage = Gives<"GET storage">;
export type Side = Judgement;
export type Pull = SuggestionFigures;
