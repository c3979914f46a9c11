/** Made from the API description by `make client-types`. Do not edit. */

export interface components {
    schemas: {
        Analysis: {
            contentIds: string[];
            /** @enum {string} */
            context: "submitted" | "history";
            /** Format: date-time */
            createdAt: string;
            failure: components["schemas"]["Problem"] | null;
            id: string;
            intent: string | null;
            /** @enum {string} */
            mode: "ai" | "direct";
            noChangeReason: string | null;
            outcome: ("presentations" | "no_change") | null;
            presentationIds: string[];
            scope: {
                since: string;
                /** Format: date-time */
                sinceAt: string;
            } | null;
            /** @enum {string} */
            state: "queued" | "running" | "completed" | "failed";
            /** @description Null: Placard chooses displays. */
            target: ({
                displayIds: string[];
            } | {
                output: components["schemas"]["OutputProfile"];
            }) | null;
            title: string | null;
            /** @enum {string} */
            trigger: "api" | "scheduled";
            /** Format: date-time */
            updatedAt: string;
        };
        AnalysisArchive: {
            /** Format: date-time */
            expiresAt: string;
            /** Format: uri */
            url: string;
        };
        AnalysisEvent: {
            /** Format: date-time */
            at: string;
            attempt: number;
            data: {
                [key: string]: unknown;
            };
            level: string;
            /** @description An ordering and resume token, not a count. */
            seq: number;
            source: string;
            summary: string;
            type: string;
            /** @constant */
            visibility: "public";
        };
        AnalysisEventPage: {
            hasMore: boolean;
            items: components["schemas"]["AnalysisEvent"][];
            /** @description Pass it as `after` to read on. */
            nextAfter: number;
            /** @enum {string} */
            state: "queued" | "running" | "completed" | "failed";
        };
        AnalysisPlan: {
            /** @description Problems of the plan. */
            notes: string[];
            pages: {
                displayId: string | null;
                /** Format: uuid */
                presentationId: string;
                template: string | null;
                title: string | null;
            }[];
            /** @description The planner of the pages; null if none was used: the unchanged picture, or plain pages. */
            planner: ("rules" | "llm") | null;
            /** @description The planner's reasons: why these displays, why this layout, what it left out. */
            reasons: string[];
            /** @description How much material the planner got; null if it was not used. */
            saw: {
                contents: number;
                displays: number;
                history: number;
            } | null;
            /** Format: date-time */
            startedAt: string;
        };
        AnalysisRequest: {
            /** @default [] */
            contentIds: string[];
            /** @description `submitted` with contents, `history` without, unless given. */
            context?: ("submitted" | "history") | null;
            intent?: string | null;
            /**
             * @default ai
             * @enum {string}
             */
            mode: "ai" | "direct";
            scope?: {
                /** @description How far back: `30m`, `72h`, `7d`. */
                since: string;
            } | null;
            target?: components["schemas"]["AnalysisTargetRequest"] | null;
            title?: string | null;
        };
        AnalysisTargetRequest: {
            displayId?: string | null;
            displayIds?: string[] | null;
            output?: components["schemas"]["OutputRequest"] | null;
        };
        Asset: {
            /** @description Index in the submitted array. */
            assetIndex: number;
            contentType: string | null;
            filename: string | null;
            sizeBytes: number | null;
            text: string | null;
            /** @enum {string} */
            type: "text" | "link" | "image" | "file";
            /** @enum {string} */
            uploadState: "pending" | "uploaded" | "failed";
            url: string | null;
        };
        AssetAddress: {
            /** Format: date-time */
            expiresAt: string;
            /** Format: uri */
            url: string;
        };
        AssetInput: {
            /** @description For `image` and `file`; must agree with `type`. */
            contentType?: string | null;
            /** @description For `image` and `file`. */
            filename?: string | null;
            /** @description For `image` and `file`: the exact size. */
            sizeBytes?: number | null;
            /** @description For `text`: at most 100,000 characters. */
            text?: string | null;
            /** @enum {string} */
            type: "text" | "link" | "image" | "file";
            /** @description For `link`: absolute, http or https, no credentials. */
            url?: string | null;
        };
        Battery: {
            charging: boolean;
            /** @description Whole days until it is empty, forecast from its readings since the last charge; null while there are too few. */
            daysLeft: number | null;
            /** @description It should be charged soon: 15 % or less, or empty within 7 days, and not being charged. */
            low: boolean;
            percent: number;
        };
        Billing: {
            displays: {
                /** @description Null for any number. */
                limit: number | null;
                used: number;
            };
            features: {
                ai_routing: boolean;
            };
            history: {
                /** @description Null for any number. */
                days: number | null;
                windowStart: string | null;
            };
            /** @enum {string} */
            plan: "free" | "pro";
            /** @description All plans, from the lowest to the highest. */
            plans: components["schemas"]["Plan"][];
            quotas: {
                /** @description Null for any number. */
                limit: number | null;
                /** @enum {string} */
                quota: "pushes" | "ai_analyses";
                /** @description When the next window begins. */
                resetAt: string | null;
                /** @description Units used up or reserved in this window. */
                used: number;
            }[];
            status: ("active" | "trialing" | "past_due" | "canceled" | "unpaid" | "incomplete") | null;
            /** @description Null for a user who never subscribed. */
            subscription: components["schemas"]["Subscription"] | null;
            /** @description Calls that need the plan are refused until it is paid. */
            unpaid: boolean;
        };
        BrowserPanel: {
            /** @description Null for a panel that has an owner. */
            claimCode: string | null;
            /** @description The picture is not confirmed yet. */
            isPending: boolean;
            picture: {
                command: string;
                name: string;
                url: string;
            } | null;
            /** @description Seconds until the next request. */
            seconds: number;
            words: string;
        };
        Capabilities: {
            /** @constant */
            colorMode: "mono";
            /** @constant */
            orientation: "landscape";
            pixelHeight: number;
            pixelWidth: number;
            supportedImageContentTypes: string[];
            supportedOutputFormats: ("raw2" | "raw4" | "png")[];
        };
        ChangeEvent: {
            data: Record<string, never>;
            /** @constant */
            event: "reset";
        } | {
            data: components["schemas"]["Display"];
            /** @constant */
            event: "display.changed";
        } | {
            data: components["schemas"]["PresentationSummary"];
            /** @constant */
            event: "presentation.changed";
        } | {
            data: components["schemas"]["OwnContent"];
            /** @constant */
            event: "content.changed";
        } | {
            data: {
                /** Format: uuid */
                id: string;
            };
            /** @constant */
            event: "display.removed";
        } | {
            data: {
                /** Format: uuid */
                id: string;
            };
            /** @constant */
            event: "presentation.removed";
        } | {
            data: {
                /** Format: uuid */
                id: string;
            };
            /** @constant */
            event: "content.removed";
        };
        Content: {
            analysisIds: string[];
            assets: components["schemas"]["Asset"][];
            /** Format: date-time */
            createdAt: string;
            failedAssetIndexes: number[];
            failure: components["schemas"]["Problem"] | null;
            /** Format: uuid */
            id: string;
            intent: string | null;
            /** @description Null when the Content is stored only. */
            mode: ("auto" | "manual" | "hardcode") | null;
            output: components["schemas"]["OutputProfile"] | null;
            /** @description Filled once the state is `ready`. */
            presentationIds: string[];
            processing: {
                error: components["schemas"]["Problem"] | null;
                stage: ("awaiting_upload" | "fetching_links" | "summarizing" | "routing" | "creating_presentations" | "complete" | "failed") | null;
                warnings: components["schemas"]["Problem"][];
            };
            requestedDisplayId: string | null;
            /** @enum {string} */
            state: "pending" | "processing" | "ready" | "failed";
            title: string | null;
            /** Format: date-time */
            updatedAt: string;
            upload: {
                failedAssetIndexes: number[];
                /** @enum {string} */
                status: "awaiting_upload" | "partial" | "complete";
            };
        };
        ContentRequest: {
            assets: components["schemas"]["AssetInput"][];
            /** @description Required by `manual` and by `hardcode` without `output`. */
            displayId?: string | null;
            intent?: string | null;
            /** @description Omitted: the Content is stored only. */
            mode?: ("auto" | "manual" | "hardcode") | null;
            output?: components["schemas"]["OutputRequest"] | null;
            title?: string | null;
        };
        ContentWithTickets: {
            content: components["schemas"]["Content"];
            uploadTickets: components["schemas"]["UploadTicket"][];
        };
        CreatedPersonalAccessToken: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            /**
             * Format: uuid
             * @example 019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90
             */
            id: string;
            lastUsedAt: string | null;
            /** @example kitchen script */
            name: string;
            /** @example plc_pat_4fQz */
            prefix: string;
            /**
             * @description It cannot be read again.
             * @example plc_pat_4fQzT1mXb8Kd0RwY6sVh2LpNc9GjE3uA0aZ7kQ
             */
            token: string;
        };
        Display: {
            batteryPercent: number | null;
            boundAt: string | null;
            capabilities: components["schemas"]["Capabilities"];
            /** @description The last presentation that the panel confirmed as shown. */
            currentPresentationId: string | null;
            currentPresentationUpdatedAt: string | null;
            firmware: string | null;
            hardwareId: string;
            /** Format: uuid */
            id: string;
            lastSeenAt: string | null;
            /** @description The nickname when set, else the thing name. */
            name: string;
            nextSyncAt: null;
            nickname: string | null;
            online: boolean;
            /** @description Published and not yet confirmed. */
            pendingPresentationId: string | null;
            stateUpdatedAt: string | null;
            syncIntervalMinutes: null;
            tags: string[];
            thingName: string;
        };
        DisplaySettings: {
            /** @description The action of the button of a polling panel. */
            button: ("advance" | "back") | null;
            /** @description How long a picture stays before the queue may replace it; null: the default of the installation. */
            dwellSeconds: number | null;
            /** @description Greys of a polling panel; null for one on MQTT, which chooses itself. */
            greys: (2 | 4) | null;
            /** @description Minimum interval of a panel that polls or sleeps; null: as Placard plans. */
            pollSeconds: number | null;
            /** @enum {string} */
            queuePolicy: "all" | "latest";
            /** @description In quiet hours only urgent presentations are published without a request. */
            quietHours: components["schemas"]["QuietWindow"][];
            /** @description IANA name; null: that of your settings. */
            timeZone: string | null;
            /** @enum {string} */
            tone: "auto" | "plain";
            toneExponent: number;
        };
        DisplayStatus: {
            /** @description The panel sleeps as usual, in any state. `online` stays true until a polling panel is overdue. */
            asleep: boolean;
            /** @description The last error of the panel or of rendering. */
            error: string | null;
            /** @description When a sleeping panel is expected: at the wake time that it got, else estimated from its last wakes. */
            expectedAt: string | null;
            /** @description Number of failures to show the pending presentation. */
            failures: number;
            /** @description The earliest time of the next queue entry; null: now, or there is none. */
            nextAt: string | null;
            /** @description The wake time that a sleeping panel got, and its reason. */
            nextLook: {
                /** Format: date-time */
                at: string;
                /**
                 * @description `quiet_hours_end`; `queue_due`; `dwell_ends`: another page may be shown from then on; `recent_push`: more may follow; `habit`: this is when you push; `interval`: that of `pollSeconds`, or the usual one.
                 * @enum {string}
                 */
                reason: "quiet_hours_end" | "queue_due" | "dwell_ends" | "recent_push" | "habit" | "interval";
            } | null;
            preparing: number;
            queued: number;
            /** @description The end of the current quiet hours; null outside of them. */
            quietUntil: string | null;
            /** @description Since when, for `asleep`, `offline` and `delivering`. */
            since: string | null;
            /**
             * @description The reason for the shown picture. `failing`: the panel could not show the published picture, which is sent again; `asleep` and `offline`: a picture waits and the panel is not connected; `failed`: the newest page failed; `not_shown`: the panel reports another picture; `up_to_date`: it shows the wanted picture.
             * @enum {string}
             */
            state: "never_connected" | "unclaimed" | "failing" | "asleep" | "offline" | "delivering" | "waiting" | "rendering" | "failed" | "not_shown" | "up_to_date";
        };
        DisplayWithSettings: {
            /** @description Null for a panel without one. */
            battery: components["schemas"]["Battery"] | null;
            batteryPercent: number | null;
            boundAt: string | null;
            /** @description The action of the button of a polling panel. */
            button: ("advance" | "back") | null;
            capabilities: components["schemas"]["Capabilities"];
            /** @description The last presentation that the panel confirmed as shown. */
            currentPresentationId: string | null;
            currentPresentationUpdatedAt: string | null;
            /** @description How long a picture stays before the queue may replace it; null: the default of the installation. */
            dwellSeconds: number | null;
            firmware: string | null;
            hardwareId: string;
            /** Format: uuid */
            id: string;
            lastSeenAt: string | null;
            /** @description The nickname when set, else the thing name. */
            name: string;
            nextSyncAt: null;
            nickname: string | null;
            online: boolean;
            /** @description Published and not yet confirmed. */
            pendingPresentationId: string | null;
            /** @description Minimum interval of a panel that polls or sleeps; null: as Placard plans. */
            pollSeconds: number | null;
            /** @description In quiet hours only urgent presentations are published without a request. */
            quietHours: components["schemas"]["QuietWindow"][];
            settings: components["schemas"]["DisplaySettings"];
            stateUpdatedAt: string | null;
            syncIntervalMinutes: null;
            tags: string[];
            thingName: string;
            /** @description IANA name; null: that of your settings. */
            timeZone: string | null;
        };
        Enrolment: {
            /** @description Null for a panel that has an owner. */
            claim: {
                code: string;
                /** Format: date-time */
                expiresAt: string;
                /** Format: uri */
                url: string;
            } | null;
            mqtt: {
                url: string;
            };
            /** @description Returned only here. */
            password: string;
            /** @description User name and client id on MQTT. */
            thingName: string;
        };
        /** @description The one error envelope. Branch on `code`; the wording of `message` may change. */
        Error: {
            error: {
                code: string;
                details?: {
                    [key: string]: unknown;
                };
                message: string;
                requestId: string;
            };
        };
        Image: {
            /** Format: date-time */
            expiresAt: string;
            /** @enum {string} */
            format: "raw2" | "raw4" | "png";
            height: number;
            /** Format: date-time */
            updatedAt: string;
            /** Format: uri */
            url: string;
            width: number;
        };
        Installation: {
            /** @description Whether there are plans to choose from. */
            billing: boolean;
            /** @description False until the first account has been created. */
            hasAccounts: boolean;
            /** @description The largest image or file that is accepted. */
            maxAssetBytes: number;
            providers: ("google" | "apple")[];
            /**
             * Format: uri
             * @description The base of signed addresses and upload tickets. A portal opened at another address finds the same paths below its own base.
             */
            publicUrl: string;
            /** @enum {string} */
            registration: "open" | "invite" | "closed";
            version: string;
        };
        /** @description One JSON-RPC message of the Model Context Protocol; no batch. */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
        } & {
            [key: string]: unknown;
        };
        OauthAccount: {
            /** @example ada@example.com */
            email: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            linkedAt: string;
            /** @enum {string} */
            provider: "google" | "apple";
            /** @example 110248495921238986420 */
            providerUserId: string;
        };
        Ok: {
            /** @constant */
            ok: true;
        };
        OutputProfile: {
            /** @enum {string} */
            colorMode: "color" | "grayscale" | "monochrome";
            formats: string[];
            /** @constant */
            pixelRatio: 1;
            preset: string | null;
            viewport: {
                height: number;
                width: number;
            };
        };
        /** @description A targetless output profile: `preset` or `viewport`, not both; 800x480 in colour by default. */
        OutputRequest: {
            colorMode?: ("color" | "grayscale" | "monochrome") | null;
            formats?: ("scene" | "png")[] | null;
            preset?: ("default" | "macos-widget-small" | "macos-widget-medium" | "macos-widget-large") | null;
            viewport?: {
                height: number;
                width: number;
            } | null;
        };
        OwnContent: {
            analysisIds: string[];
            assets: components["schemas"]["Asset"][];
            /** Format: date-time */
            createdAt: string;
            /** @description When its pages leave the queue and the display; null: never. */
            expiresAt: string | null;
            failedAssetIndexes: number[];
            failure: components["schemas"]["Problem"] | null;
            /** Format: uuid */
            id: string;
            intent: string | null;
            /** @description Null when the Content is stored only. */
            mode: ("auto" | "manual" | "hardcode") | null;
            output: components["schemas"]["OutputProfile"] | null;
            /** @description Filled once the state is `ready`. */
            presentationIds: string[];
            processing: {
                error: components["schemas"]["Problem"] | null;
                stage: ("awaiting_upload" | "fetching_links" | "summarizing" | "routing" | "creating_presentations" | "complete" | "failed") | null;
                warnings: components["schemas"]["Problem"][];
            };
            requestedDisplayId: string | null;
            /** @enum {string} */
            state: "pending" | "processing" | "ready" | "failed";
            title: string | null;
            /** Format: date-time */
            updatedAt: string;
            upload: {
                failedAssetIndexes: number[];
                /** @enum {string} */
                status: "awaiting_upload" | "partial" | "complete";
            };
            /** @description Its pages go out before others, also in quiet hours and before the dwell time has passed. */
            urgent: boolean;
        };
        OwnContentRequest: {
            assets: components["schemas"]["AssetInput"][];
            /** @description Required by `manual` and by `hardcode` without `output`. */
            displayId?: string | null;
            expires?: string | null;
            /** @description Its pages then leave the queue and the display, which returns to the last picture that has not expired. */
            expiresAt?: string | null;
            intent?: string | null;
            /** @description Omitted: the Content is stored only. */
            mode?: ("auto" | "manual" | "hardcode") | null;
            output?: components["schemas"]["OutputRequest"] | null;
            title?: string | null;
            /** @description Its pages go out before others, also in quiet hours and before the dwell time has passed. */
            urgent?: boolean | null;
        };
        OwnContentWithTickets: {
            content: components["schemas"]["OwnContent"];
            uploadTickets: components["schemas"]["UploadTicket"][];
        };
        OwnDisplay: {
            /** @description Null for a panel without one. */
            battery: components["schemas"]["Battery"] | null;
            batteryPercent: number | null;
            boundAt: string | null;
            /** @description The action of the button of a polling panel. */
            button: ("advance" | "back") | null;
            capabilities: components["schemas"]["Capabilities"];
            /** @description The last presentation that the panel confirmed as shown. */
            currentPresentationId: string | null;
            currentPresentationUpdatedAt: string | null;
            /** @description How long a picture stays before the queue may replace it; null: the default of the installation. */
            dwellSeconds: number | null;
            firmware: string | null;
            hardwareId: string;
            /** Format: uuid */
            id: string;
            lastSeenAt: string | null;
            /** @description The nickname when set, else the thing name. */
            name: string;
            nextSyncAt: null;
            nickname: string | null;
            online: boolean;
            /** @description Published and not yet confirmed. */
            pendingPresentationId: string | null;
            /** @description Minimum interval of a panel that polls or sleeps; null: as Placard plans. */
            pollSeconds: number | null;
            /** @description In quiet hours only urgent presentations are published without a request. */
            quietHours: components["schemas"]["QuietWindow"][];
            stateUpdatedAt: string | null;
            syncIntervalMinutes: null;
            tags: string[];
            thingName: string;
            /** @description IANA name; null: that of your settings. */
            timeZone: string | null;
        };
        PanelEvent: {
            /** Format: date-time */
            at: string;
            detail: {
                [key: string]: string | number | null;
            };
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "enrolled" | "claimed" | "unbound" | "connected" | "disconnected" | "published" | "sent_again" | "confirmed" | "confirm_ignored" | "show_failed" | "fetch_failed" | "given_up" | "panel_logged" | "message_refused";
            /** @description One line in English. */
            summary: string;
        };
        PaymentRequired: {
            error: {
                /** @constant */
                code: "payment_required";
                details: {
                    currentTier: string;
                    /** @description Status of the subscription. */
                    status: string;
                };
                message: string;
                requestId: string;
            };
        };
        PersonalAccessToken: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            createdAt: string;
            expiresAt: string | null;
            /**
             * Format: uuid
             * @example 019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90
             */
            id: string;
            lastUsedAt: string | null;
            /** @example kitchen script */
            name: string;
            /** @example plc_pat_4fQz */
            prefix: string;
        };
        Plan: {
            /** @description Null for any number. */
            displays: number | null;
            features: {
                ai_routing: boolean;
            };
            /** @description How far back history reaches; null for all of it. */
            historyDays: number | null;
            /** @description How it can be bought. */
            intervals: ("month" | "year")[];
            /** @enum {string} */
            plan: "free" | "pro";
            quotas: {
                /** @description Null for any number. */
                limit: number | null;
                /** @enum {string} */
                quota: "pushes" | "ai_analyses";
            }[];
        };
        PlanUpgradeRequired: {
            error: {
                /** @constant */
                code: "plan_upgrade_required";
                details: {
                    currentTier: string;
                    /** @description The feature that the plan does not include. */
                    feature: string;
                    /** @description The lowest plan that includes it. */
                    requiredTier: string | null;
                    /** @description Status of the subscription; null without one. */
                    status: string | null;
                };
                message: string;
                requestId: string;
            };
        };
        Presentation: {
            analysisId: string | null;
            /** @description Strings for `auto`, `manual` and `hardcode`; objects for `ai` and `direct`, inputs first. */
            contentIds: string[] | {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                role: "input" | "context";
            }[];
            /** Format: date-time */
            createdAt: string;
            displayId: string | null;
            failure: components["schemas"]["Problem"] | null;
            /** Format: uuid */
            id: string;
            image: components["schemas"]["Image"] | null;
            /** @enum {string} */
            mode: "auto" | "manual" | "hardcode" | "ai" | "direct";
            output: components["schemas"]["OutputProfile"];
            renditions: components["schemas"]["Rendition"][];
            scene: components["schemas"]["Scene"] | null;
            /** @enum {string} */
            state: "preparing" | "queued" | "published" | "confirmed" | "expired" | "failed" | "ready";
            title: string | null;
            /** Format: date-time */
            updatedAt: string;
        };
        PresentationSummary: {
            /** @description Strings for `auto`, `manual` and `hardcode`; objects for `ai` and `direct`, inputs first. */
            contentIds: string[] | {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                role: "input" | "context";
            }[];
            /** Format: date-time */
            createdAt: string;
            displayId: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            mode: "auto" | "manual" | "hardcode" | "ai" | "direct";
            /** @enum {string} */
            state: "preparing" | "queued" | "published" | "confirmed" | "expired" | "failed" | "ready";
            /** Format: date-time */
            updatedAt: string;
        };
        Preview: {
            /** @description Number of further pages that a push would create. */
            morePages: number;
            pages: {
                /** @description Null for a page of a requested size. */
                displayId: string | null;
                height: number;
                /**
                 * Format: starts_with
                 * @description A data URL: a PNG of the dithered pixels that the panel would show.
                 */
                image: string;
                /** @description Null for a picture that is shown unchanged. */
                template: string | null;
                title: string | null;
                width: number;
            }[];
            warnings: components["schemas"]["Problem"][];
        };
        Problem: {
            assetIndex: number | null;
            code: string;
            message: string;
            retryable: boolean;
            stage: string | null;
        };
        Profile: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            createdAt: string;
            /** @example ada@example.com */
            email: string;
            hasPassword: boolean;
            /**
             * Format: uuid
             * @example 019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90
             */
            id: string;
            oauthAccounts: components["schemas"]["OauthAccount"][];
            subscription: components["schemas"]["Subscription"] | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updatedAt: string;
            /** @example ada */
            username: string;
        };
        PushForm: {
            display?: string;
            expires?: string;
            /**
             * Format: binary
             * @description Every file part is an asset.
             */
            file?: string;
            intent?: string;
            /** @description A link asset. */
            link?: string;
            mode?: string;
            /** @description A text asset, or a link asset if it is an address. */
            text?: string;
            title?: string;
            urgent?: string;
            wait?: string;
        } & {
            [key: string]: unknown;
        };
        PushResult: {
            content: components["schemas"]["OwnContent"];
            presentations: components["schemas"]["Presentation"][];
        };
        QuietWindow: {
            /** @description Days on which it begins; 1 is Monday. */
            days: number[];
            /** @description `HH:MM` in the time zone of the display. */
            from: string;
            /** @description Exclusive; on the next day when it is not after `from`. */
            to: string;
        };
        QuotaExceeded: {
            error: {
                /** @constant */
                code: "quota_exceeded";
                details: {
                    currentTier: string;
                    limit: number;
                    quota: string;
                    /**
                     * Format: date-time
                     * @description When the next window begins.
                     */
                    resetAt: string;
                    /** @description Units used up or reserved in this window. */
                    used: number;
                };
                message: string;
                requestId: string;
            };
        };
        Rendition: {
            /** @enum {string} */
            colorMode: "color" | "grayscale" | "monochrome";
            expiresAt: string | null;
            failure: components["schemas"]["Problem"] | null;
            /** @constant */
            format: "png";
            height: number;
            /** Format: uuid */
            id: string;
            /** @constant */
            mediaType: "image/png";
            /** @enum {string} */
            state: "preparing" | "ready" | "failed";
            /** Format: date-time */
            updatedAt: string;
            url: string | null;
            width: number;
        };
        RenditionRequest: {
            colorMode?: ("color" | "grayscale" | "monochrome") | null;
            formats?: "png"[] | null;
            preset?: ("default" | "macos-widget-small" | "macos-widget-medium" | "macos-widget-large") | null;
            viewport?: {
                height: number;
                width: number;
            } | null;
        };
        Scene: {
            data: {
                background: string;
                elements: ({
                    frame: {
                        height: number;
                        width: number;
                        x: number;
                        y: number;
                    } & {
                        [key: string]: unknown;
                    };
                    id: string;
                    properties: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    type: "text" | "image" | "shape";
                } & {
                    [key: string]: unknown;
                })[];
                /** @constant */
                version: 1;
                viewport: {
                    height: number;
                    width: number;
                };
            } & {
                [key: string]: unknown;
            };
            mediaType: string;
            /** @constant */
            version: 1;
        };
        Session: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            createdAt: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /**
             * Format: uuid
             * @example 019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90
             */
            id: string;
            /** @example 192.0.2.7 */
            ip: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            lastUsedAt: string;
            /** @example Mozilla/5.0 */
            userAgent: string;
        };
        Settings: {
            language: string | null;
            schedule: {
                at: string;
                enabled: boolean;
                intent: string | null;
            };
            timeZone: string;
        };
        SettingsRequest: {
            /** @description BCP 47: the language of fixed words on pages (days, "+ 3 more") if the language of the material is unknown. Null for none; left out, it does not change. */
            language?: string | null;
            schedule: {
                /** @description `HH:MM` in the time zone. */
                at: string;
                enabled: boolean;
                intent?: string | null;
            };
            /** @description IANA name. */
            timeZone: string;
        };
        Subscription: {
            cancelAtPeriodEnd: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            currentPeriodEnd: string;
            /** @enum {string} */
            interval: "month" | "year";
            /** @enum {string} */
            plan: "free" | "pro";
            /** @enum {string} */
            status: "active" | "trialing" | "past_due" | "canceled" | "unpaid" | "incomplete";
        };
        TokenPair: {
            /** @example eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTlhOGMxZSJ9.c2lnbmF0dXJl */
            accessToken: string;
            /** @example plc_rt_Jr3qA3k0 */
            refreshToken: string;
            user: components["schemas"]["User"];
        };
        TrmnlDisplay: {
            /** @constant */
            action?: "restart_playlist";
            filename: string;
            firmware_url: null;
            /** Format: uri */
            image_url: string;
            refresh_rate: number;
            /** @constant */
            reset_firmware: false;
            /** @enum {string} */
            special_function: "restart_playlist" | "none";
            /** @constant */
            status: 0;
            /** @constant */
            update_firmware: false;
        };
        TrmnlSetup: {
            api_key: string;
            /** @description The claim code. */
            friendly_id: string;
            /** Format: uri */
            image_url: string;
            message: string;
            /** @constant */
            status: 200;
        } | {
            message: string;
            /** @constant */
            status: 404;
        };
        /** @description All `fields` of the ticket, unchanged, then the file. */
        UploadForm: {
            "Content-Type": string;
            expires: string;
            /**
             * Format: binary
             * @description The bytes. The last part of the form.
             */
            file: string;
            key: string;
            signature: string;
            size: string;
        };
        UploadTicket: {
            assetIndex: number;
            /** Format: date-time */
            expiresAt: string;
            /** @description Form fields to send before the file. */
            fields: {
                [key: string]: string;
            };
            /** Format: uri */
            url: string;
        };
        UploadTicketRequest: {
            assetIndexes: number[];
        };
        User: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            createdAt: string;
            /** @example ada@example.com */
            email: string;
            /**
             * Format: uuid
             * @example 019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updatedAt: string;
            /** @example ada */
            username: string;
        };
        Wall: {
            /** @description The last presentation that the panel confirmed. */
            current: components["schemas"]["Presentation"] | null;
            display: components["schemas"]["OwnDisplay"];
            /** @description The queue entry that goes out next. */
            next: components["schemas"]["Presentation"] | null;
            /** @description Published and not yet confirmed. */
            pending: components["schemas"]["Presentation"] | null;
            status: components["schemas"]["DisplayStatus"];
        };
        Webhook: {
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            events: ("display.offline" | "display.online" | "display.battery_low" | "presentation.confirmed" | "presentation.failed" | "content.ready" | "content.failed")[];
            /** Format: uuid */
            id: string;
            lastSuccessAt: string | null;
            /** @description `paused` by its owner; `failing`: an event could not be delivered for three days and no other was; `gone`: the receiver returned 410. */
            offReason: ("paused" | "failing" | "gone") | null;
            offSince: string | null;
            /** @description Until when the secret before the last rotation still signs. */
            previousSecretUntil: string | null;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WebhookDelivery: {
            attempts: number;
            /** @description The bytes that are sent, JSON. */
            body: string;
            /** Format: date-time */
            createdAt: string;
            deliveredAt: string | null;
            displayId: string | null;
            error: string | null;
            /** Format: uuid */
            id: string;
            /** @description The `webhook-id` of the message, the same for every attempt. */
            messageId: string;
            nextAttemptAt: string | null;
            responseStatus: number | null;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            /** @enum {string} */
            type: "display.offline" | "display.online" | "display.battery_low" | "presentation.confirmed" | "presentation.failed" | "content.ready" | "content.failed";
        };
        WebhookDeliveryPage: {
            hasMore: boolean;
            items: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        WebhookWithSecret: {
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            events: ("display.offline" | "display.online" | "display.battery_low" | "presentation.confirmed" | "presentation.failed" | "content.ready" | "content.failed")[];
            /** Format: uuid */
            id: string;
            lastSuccessAt: string | null;
            /** @description `paused` by its owner; `failing`: an event could not be delivered for three days and no other was; `gone`: the receiver returned 410. */
            offReason: ("paused" | "failing" | "gone") | null;
            offSince: string | null;
            /** @description Until when the secret before the last rotation still signs. */
            previousSecretUntil: string | null;
            /**
             * @description Signs every message. Shown only now.
             * @example whsec_…
             */
            secret: string;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    get_api_app_v1_analyses: {
        parameters: {
            query?: {
                /** @description Only analyses of this Content. */
                contentId?: string;
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
                mode?: "ai" | "direct";
                state?: "queued" | "running" | "completed" | "failed";
                trigger?: "api" | "scheduled";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of analyses. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Analysis"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    post_api_app_v1_analyses: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
        };
    };
    get_api_app_v1_analyses_analysisId: {
        parameters: {
            query?: never;
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Analysis. */
            200: {
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
        };
    };
    get_api_app_v1_analyses_analysisId_archive: {
        parameters: {
            query?: never;
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The address of the archive. */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalysisArchive"];
                };
            };
        };
    };
    get_api_app_v1_analyses_analysisId_events: {
        parameters: {
            query?: {
                /** @description Only events after this `seq`. */
                after?: number;
                limit?: number;
            };
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalysisEventPage"];
                };
            };
        };
    };
    get_api_app_v1_analyses_analysisId_events_stream: {
        parameters: {
            query?: {
                /** @description Takes precedence over `Last-Event-ID`. */
                after?: number;
            };
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    get_api_app_v1_analyses_analysisId_plan: {
        parameters: {
            query?: never;
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The planner's material, choices and reasons. */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalysisPlan"];
                };
            };
        };
    };
    get_api_app_v1_billing: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your plan and its use. */
            200: {
                content: {
                    "application/json": components["schemas"]["Billing"];
                };
            };
        };
    };
    get_api_app_v1_contents: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
                mode?: "auto" | "manual" | "hardcode";
                /** @description Every term (separated by white space, at most 50) must occur, as a case-insensitive substring, in the title, in an asset's text, link or filename, or in text read out of an image or file. */
                q?: string;
                state?: "pending" | "processing" | "ready" | "failed";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of contents. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["OwnContent"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    post_api_app_v1_contents: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnContentRequest"];
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                content: {
                    "application/json": components["schemas"]["OwnContentWithTickets"];
                };
            };
        };
    };
    get_api_app_v1_contents_contentId: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Content. */
            200: {
                content: {
                    "application/json": components["schemas"]["OwnContent"];
                };
            };
        };
    };
    delete_api_app_v1_contents_contentId: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
        };
    };
    get_api_app_v1_contents_contentId_assets_assetIndex: {
        parameters: {
            query?: never;
            path: {
                /** @description Index in the submitted array. */
                assetIndex: number;
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The signed address. */
            200: {
                content: {
                    "application/json": components["schemas"]["AssetAddress"];
                };
            };
        };
    };
    post_api_app_v1_contents_contentId_confirm: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Content. */
            200: {
                content: {
                    "application/json": components["schemas"]["OwnContent"];
                };
            };
        };
    };
    post_api_app_v1_contents_contentId_upload_tickets: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadTicketRequest"];
            };
        };
        responses: {
            /** @description The Content and its new tickets. */
            200: {
                content: {
                    "application/json": components["schemas"]["OwnContentWithTickets"];
                };
            };
        };
    };
    get_api_app_v1_displays: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest binding first. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["OwnDisplay"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_app_v1_displays_displayId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": components["schemas"]["OwnDisplay"];
                };
            };
        };
    };
    delete_api_app_v1_displays_displayId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display is unbound. */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
        };
    };
    patch_api_app_v1_displays_displayId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The action of the button of a polling panel. */
                    button?: ("advance" | "back") | null;
                    /** @description How long a picture stays before the queue may replace it; null: the default of the installation. */
                    dwellSeconds?: number | null;
                    /** @description For a polling panel: black and white, or four greys. Null is 2. */
                    greys?: (2 | 4) | null;
                    nickname?: string | null;
                    /** @description Minimum interval of a panel that polls or sleeps; null: as Placard plans. */
                    pollSeconds?: number | null;
                    /**
                     * @description With `latest`, older queue entries expire when a newer one is published.
                     * @enum {string}
                     */
                    queuePolicy?: "all" | "latest";
                    quietHours?: components["schemas"]["QuietWindow"][] | null;
                    tags?: string[];
                    /** @description IANA name; null: that of your settings. */
                    timeZone?: string | null;
                    /**
                     * @description With `auto` (the default), range, middle tones and detail of each photograph rendered from now on are prepared before the tone table; `plain` is the table alone.
                     * @enum {string}
                     */
                    tone?: "auto" | "plain";
                    /** @description Exponent of the tone table of pictures rendered from now on; higher is darker. 1.3 by default. */
                    toneExponent?: number;
                };
            };
        };
        responses: {
            /** @description The display with its settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["DisplayWithSettings"];
                };
            };
        };
    };
    post_api_app_v1_displays_displayId_advance: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": {
                        changed: boolean;
                        display: components["schemas"]["Display"];
                    };
                };
            };
        };
    };
    post_api_app_v1_displays_displayId_current: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    presentationId: string;
                };
            };
        };
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": {
                        display: components["schemas"]["Display"];
                    };
                };
            };
        };
    };
    get_api_app_v1_displays_displayId_current_presentation: {
        parameters: {
            query?: {
                /** @description The format of the file at `image.url`. */
                format?: "raw2" | "raw4" | "png";
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description `presentation` is null when the panel never confirmed a frame. */
            200: {
                content: {
                    "application/json": {
                        presentation: components["schemas"]["Presentation"] | null;
                    };
                };
            };
        };
    };
    get_api_app_v1_displays_displayId_log: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["PanelEvent"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_app_v1_displays_displayId_queue: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Items per page. */
                limit?: number;
                /** @description Created before. */
                to?: string;
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["PresentationSummary"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    delete_api_app_v1_displays_displayId_queue_presentationId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
                presentationId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The presentation has expired. */
            200: {
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
        };
    };
    post_api_app_v1_displays_displayId_queue_presentationId_show: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
                presentationId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": {
                        display: components["schemas"]["Display"];
                    };
                };
            };
        };
    };
    post_api_app_v1_displays_displayId_reset_enrollment: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The window is open. */
            200: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        enrollmentOpenUntil: string;
                    };
                };
            };
        };
    };
    get_api_app_v1_displays_displayId_settings: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["DisplaySettings"];
                };
            };
        };
    };
    get_api_app_v1_displays_displayId_shown: {
        parameters: {
            query: {
                /** @description Ids of presentations, 1 to 50, with commas between them. */
                ids: string;
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The presentations that were shown. */
            200: {
                content: {
                    "application/json": {
                        presentationIds: string[];
                    };
                };
            };
        };
    };
    post_api_app_v1_displays_claim: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As the panel shows it, in upper or lower case. */
                    code: string;
                    nickname?: string | null;
                };
            };
        };
        responses: {
            /** @description The display, now yours. */
            201: {
                content: {
                    "application/json": components["schemas"]["OwnDisplay"];
                };
            };
        };
    };
    get_api_app_v1_events: {
        parameters: {
            query?: {
                /** @description The id of the last event. Takes precedence over `Last-Event-ID`. */
                after?: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                content: {
                    "text/event-stream": components["schemas"]["ChangeEvent"];
                };
            };
        };
    };
    get_api_app_v1_installation: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation. */
            200: {
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    get_api_app_v1_presentations: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Implies the scope `display`. */
                displayId?: string;
                /** @description Items per page. */
                limit?: number;
                /** @description `generated` (made without a display) is the default. */
                scope?: "generated" | "display" | "all";
                state?: "preparing" | "queued" | "published" | "confirmed" | "expired" | "failed" | "ready";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        /** @description The earliest time of the history that the plan includes; null for all of it. */
                        historyWindowStart: string | null;
                        items: components["schemas"]["Presentation"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_app_v1_presentations_presentationId: {
        parameters: {
            query?: {
                /** @description The format of the file at `image.url`. */
                format?: "raw2" | "raw4" | "png";
            };
            path: {
                presentationId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The presentation. */
            200: {
                content: {
                    "application/json": components["schemas"]["Presentation"];
                };
            };
        };
    };
    get_api_app_v1_presentations_presentationId_picture: {
        parameters: {
            query?: never;
            path: {
                presentationId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                content: {
                    "image/png": string;
                };
            };
        };
    };
    post_api_app_v1_presentations_presentationId_renditions: {
        parameters: {
            query?: never;
            path: {
                presentationId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenditionRequest"];
            };
        };
        responses: {
            /** @description The existing rendition of that size and colour mode. */
            200: {
                content: {
                    "application/json": components["schemas"]["Rendition"];
                };
            };
            /** @description The new rendition, which will be rendered. */
            201: {
                content: {
                    "application/json": components["schemas"]["Rendition"];
                };
            };
        };
    };
    post_api_app_v1_previews: {
        parameters: {
            query?: {
                /** @description The colour mode of a page of that size. Default `monochrome`. */
                colorMode?: "color" | "grayscale" | "monochrome";
                /** @description Id, thing name or name of the display. Without one and without a size, Placard chooses. */
                display?: string;
                filename?: string;
                height?: number;
                intent?: string;
                mode?: "auto" | "manual" | "hardcode";
                title?: string;
                width?: number;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The pages. */
            200: {
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    get_api_app_v1_settings: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    put_api_app_v1_settings: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsRequest"];
            };
        };
        responses: {
            /** @description Your settings. */
            200: {
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    get_api_app_v1_walls: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest binding first. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Wall"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_app_v1_walls_displayId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": components["schemas"]["Wall"];
                };
            };
        };
    };
    get_api_app_v1_webhooks: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    post_api_app_v1_webhooks: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events: ("display.offline" | "display.online" | "display.battery_low" | "presentation.confirmed" | "presentation.failed" | "content.ready" | "content.failed")[];
                    /** @example https://example.org/placard */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The webhook with its secret, which is shown only now. */
            201: {
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    get_api_app_v1_webhooks_webhookId: {
        parameters: {
            query?: never;
            path: {
                webhookId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    delete_api_app_v1_webhooks_webhookId: {
        parameters: {
            query?: never;
            path: {
                webhookId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted, with its deliveries. */
            204: {
                content?: never;
            };
        };
    };
    patch_api_app_v1_webhooks_webhookId: {
        parameters: {
            query?: never;
            path: {
                webhookId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `false` pauses it; `true` also resumes one that was switched off. */
                    active?: boolean;
                    events?: ("display.offline" | "display.online" | "display.battery_low" | "presentation.confirmed" | "presentation.failed" | "content.ready" | "content.failed")[];
                    /** @example https://example.org/placard */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    get_api_app_v1_webhooks_webhookId_deliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            path: {
                webhookId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. Kept for thirty days. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
    post_api_app_v1_webhooks_webhookId_deliveries_deliveryId_resend: {
        parameters: {
            query?: never;
            path: {
                deliveryId: string;
                webhookId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description It is sent at once, with the same message id. */
            202: {
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    post_api_app_v1_webhooks_webhookId_rotate: {
        parameters: {
            query?: never;
            path: {
                webhookId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret, which is shown only now. */
            200: {
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    get_api_sdk_v1_analyses: {
        parameters: {
            query?: {
                /** @description Only analyses of this Content. */
                contentId?: string;
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
                mode?: "ai" | "direct";
                state?: "queued" | "running" | "completed" | "failed";
                trigger?: "api" | "scheduled";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of analyses. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Analysis"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    post_api_sdk_v1_analyses: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalysisRequest"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
        };
    };
    get_api_sdk_v1_analyses_analysisId: {
        parameters: {
            query?: never;
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Analysis. */
            200: {
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
        };
    };
    get_api_sdk_v1_analyses_analysisId_archive: {
        parameters: {
            query?: never;
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The address of the archive. */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalysisArchive"];
                };
            };
        };
    };
    get_api_sdk_v1_analyses_analysisId_events: {
        parameters: {
            query?: {
                /** @description Only events after this `seq`. */
                after?: number;
                limit?: number;
            };
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                content: {
                    "application/json": components["schemas"]["AnalysisEventPage"];
                };
            };
        };
    };
    get_api_sdk_v1_analyses_analysisId_events_stream: {
        parameters: {
            query?: {
                /** @description Takes precedence over `Last-Event-ID`. */
                after?: number;
            };
            path: {
                analysisId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    get_api_sdk_v1_contents: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
                mode?: "auto" | "manual" | "hardcode";
                /** @description Every term (separated by white space, at most 50) must occur, as a case-insensitive substring, in the title, in an asset's text, link or filename, or in text read out of an image or file. */
                q?: string;
                state?: "pending" | "processing" | "ready" | "failed";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page of contents. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Content"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    post_api_sdk_v1_contents: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContentRequest"];
            };
        };
        responses: {
            /** @description Stored. */
            201: {
                content: {
                    "application/json": components["schemas"]["ContentWithTickets"];
                };
            };
        };
    };
    get_api_sdk_v1_contents_contentId: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Content. */
            200: {
                content: {
                    "application/json": components["schemas"]["Content"];
                };
            };
        };
    };
    post_api_sdk_v1_contents_contentId_confirm: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The Content. */
            200: {
                content: {
                    "application/json": components["schemas"]["Content"];
                };
            };
        };
    };
    post_api_sdk_v1_contents_contentId_upload_tickets: {
        parameters: {
            query?: never;
            path: {
                contentId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadTicketRequest"];
            };
        };
        responses: {
            /** @description The Content and its new tickets. */
            200: {
                content: {
                    "application/json": components["schemas"]["ContentWithTickets"];
                };
            };
        };
    };
    get_api_sdk_v1_displays: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest binding first. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["Display"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_sdk_v1_displays_displayId: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": components["schemas"]["Display"];
                };
            };
        };
    };
    post_api_sdk_v1_displays_displayId_advance: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": {
                        changed: boolean;
                        display: components["schemas"]["Display"];
                    };
                };
            };
        };
    };
    post_api_sdk_v1_displays_displayId_current: {
        parameters: {
            query?: never;
            path: {
                displayId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    presentationId: string;
                };
            };
        };
        responses: {
            /** @description The display. */
            200: {
                content: {
                    "application/json": {
                        display: components["schemas"]["Display"];
                    };
                };
            };
        };
    };
    get_api_sdk_v1_displays_displayId_current_presentation: {
        parameters: {
            query?: {
                /** @description The format of the file at `image.url`. */
                format?: "raw2" | "raw4" | "png";
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description `presentation` is null when the panel never confirmed a frame. */
            200: {
                content: {
                    "application/json": {
                        presentation: components["schemas"]["Presentation"] | null;
                    };
                };
            };
        };
    };
    get_api_sdk_v1_displays_displayId_queue: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Items per page. */
                limit?: number;
                /** @description Created before. */
                to?: string;
            };
            path: {
                displayId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        items: components["schemas"]["PresentationSummary"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_sdk_v1_presentations: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unmodified. */
                cursor?: string;
                /** @description Implies the scope `display`. */
                displayId?: string;
                /** @description Items per page. */
                limit?: number;
                /** @description `generated` (made without a display) is the default. */
                scope?: "generated" | "display" | "all";
                state?: "preparing" | "queued" | "published" | "confirmed" | "expired" | "failed" | "ready";
            };
        };
        requestBody?: never;
        responses: {
            /** @description A page, newest first. */
            200: {
                content: {
                    "application/json": {
                        hasMore: boolean;
                        /** @description The earliest time of the history that the plan includes; null for all of it. */
                        historyWindowStart: string | null;
                        items: components["schemas"]["Presentation"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    get_api_sdk_v1_presentations_presentationId: {
        parameters: {
            query?: {
                /** @description The format of the file at `image.url`. */
                format?: "raw2" | "raw4" | "png";
            };
            path: {
                presentationId: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The presentation. */
            200: {
                content: {
                    "application/json": components["schemas"]["Presentation"];
                };
            };
        };
    };
    post_api_sdk_v1_presentations_presentationId_renditions: {
        parameters: {
            query?: never;
            path: {
                presentationId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenditionRequest"];
            };
        };
        responses: {
            /** @description The existing rendition of that size and colour mode. */
            200: {
                content: {
                    "application/json": components["schemas"]["Rendition"];
                };
            };
            /** @description The new rendition, which will be rendered. */
            201: {
                content: {
                    "application/json": components["schemas"]["Rendition"];
                };
            };
        };
    };
    delete_auth_account: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    confirm: true;
                    /** @example correct horse battery */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The account is gone. */
            204: {
                content?: never;
            };
        };
    };
    post_auth_login: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E-mail address or user name.
                     * @example ada
                     */
                    identifier: string;
                    /** @example correct horse battery */
                    password: string;
                };
            };
        };
        responses: {
            /** @description A new session. */
            200: {
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    post_auth_logout: {
        parameters: {
            query?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example plc_rt_Jr3qA3k0 */
                    refreshToken?: string;
                };
            };
        };
        responses: {
            /** @description The session has ended. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    get_auth_me: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    put_auth_me: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example correct horse battery */
                    currentPassword?: string;
                    /** @example correct horse battery */
                    password?: string;
                    /** @example ada */
                    username?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    get_auth_oauth_apple: {
        parameters: {
            query: {
                /** @description Selects where the sign-in ends. */
                client: "web" | "desktop" | "ios";
            };
        };
        requestBody?: never;
        responses: never;
    };
    post_auth_oauth_apple_callback: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @example 4/0AfJohXk */
                    code?: string;
                    /** @example access_denied */
                    error?: string;
                    /** @example https://accounts.google.com */
                    iss?: string;
                    /** @example kq3Vx0mB7sT */
                    state?: string;
                    /**
                     * @description Apple only: JSON with the name.
                     * @example {"name":{"firstName":"Ada","lastName":"Lovelace"}}
                     */
                    user?: string;
                };
            };
        };
        responses: never;
    };
    post_auth_oauth_apple_native: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    authorizationCode?: string | null;
                    fullName?: {
                        /** @example Lovelace */
                        familyName?: string | null;
                        /** @example Ada */
                        givenName?: string | null;
                    } | null;
                    /** @example eyJraWQiOiJmaDZCczhDIn0.eyJzdWIiOiIwMDE5In0.c2lnbmF0dXJl */
                    identityToken: string;
                    /** @example n-0S6_WzA2Mj */
                    nonce?: string | null;
                };
            };
        };
        responses: {
            /** @description A new session. */
            200: {
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    get_auth_oauth_google: {
        parameters: {
            query: {
                /** @description Selects where the sign-in ends. */
                client: "web" | "desktop" | "ios";
            };
        };
        requestBody?: never;
        responses: never;
    };
    get_auth_oauth_google_callback: {
        parameters: {
            query?: {
                code?: string;
                error?: string;
                iss?: string;
                state?: string;
                /** @description Apple only: JSON with the name. */
                user?: string;
            };
        };
        requestBody?: never;
        responses: never;
    };
    post_auth_password_reset: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example correct horse battery */
                    password: string;
                    /** @example b0PzX2yVwq8 */
                    token: string;
                };
            };
        };
        responses: {
            /** @description The password is set; every session has ended. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    post_auth_refresh: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example plc_rt_Jr3qA3k0 */
                    refreshToken: string;
                };
            };
        };
        responses: {
            /** @description The new pair. */
            200: {
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    post_auth_register: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    email: string;
                    /**
                     * @description Needed with `REGISTRATION=invite`.
                     * @example mC3yQp9sVt1xW4aZ
                     */
                    inviteCode?: string;
                    /** @example correct horse battery */
                    password: string;
                    /** @example ada */
                    username: string;
                };
            };
        };
        responses: {
            /** @description The account, signed in. */
            201: {
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
        };
    };
    get_auth_sessions: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The live sessions, newest first. */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    delete_auth_sessions_id: {
        parameters: {
            query?: never;
            path: {
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. Its open streams close. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    get_auth_tokens: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, newest first. */
            200: {
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"][];
                };
            };
        };
    };
    post_auth_tokens: {
        parameters: {
            query?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Null: never.
                     * @default 365
                     * @example 90
                     */
                    expiresInDays?: number | null;
                    /** @example kitchen script */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The token. It cannot be read again. */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedPersonalAccessToken"];
                };
            };
        };
    };
    delete_auth_tokens_id: {
        parameters: {
            query?: never;
            path: {
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. Its open streams close. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    delete_auth_tokens_current: {
        parameters: {
            query?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. Its open streams close. */
            200: {
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
        };
    };
    put_push: {
        parameters: {
            query?: {
                /** @description When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field. */
                expires?: string;
                /** @description Name of the bytes sent; also taken from `Content-Disposition`. */
                filename?: string;
                /** @description What it is for, in your words. Also as a header or a form field. */
                intent?: string;
                /** @description `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
                mode?: "auto" | "manual" | "hardcode";
                /** @description Also as a header or a form field. */
                title?: string;
                /** @description It goes out before others, in quiet hours too. Also as a header or a form field. */
                urgent?: boolean;
                /** @description Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field. */
                wait?: number;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The stored push, which is being processed. */
            201: {
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
        };
    };
    post_push: {
        parameters: {
            query?: {
                /** @description When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field. */
                expires?: string;
                /** @description Name of the bytes sent; also taken from `Content-Disposition`. */
                filename?: string;
                /** @description What it is for, in your words. Also as a header or a form field. */
                intent?: string;
                /** @description `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
                mode?: "auto" | "manual" | "hardcode";
                /** @description Also as a header or a form field. */
                title?: string;
                /** @description It goes out before others, in quiet hours too. Also as a header or a form field. */
                urgent?: boolean;
                /** @description Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field. */
                wait?: number;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The stored push, which is being processed. */
            201: {
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
        };
    };
    put_push_display: {
        parameters: {
            query?: {
                /** @description When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field. */
                expires?: string;
                /** @description Name of the bytes sent; also taken from `Content-Disposition`. */
                filename?: string;
                /** @description What it is for, in your words. Also as a header or a form field. */
                intent?: string;
                /** @description `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
                mode?: "auto" | "manual" | "hardcode";
                /** @description Also as a header or a form field. */
                title?: string;
                /** @description It goes out before others, in quiet hours too. Also as a header or a form field. */
                urgent?: boolean;
                /** @description Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field. */
                wait?: number;
            };
            path: {
                /** @description Id, thing name, or name of the display. */
                display: string;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The stored push, which is being processed. */
            201: {
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
        };
    };
    post_push_display: {
        parameters: {
            query?: {
                /** @description When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field. */
                expires?: string;
                /** @description Name of the bytes sent; also taken from `Content-Disposition`. */
                filename?: string;
                /** @description What it is for, in your words. Also as a header or a form field. */
                intent?: string;
                /** @description `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
                mode?: "auto" | "manual" | "hardcode";
                /** @description Also as a header or a form field. */
                title?: string;
                /** @description It goes out before others, in quiet hours too. Also as a header or a form field. */
                urgent?: boolean;
                /** @description Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field. */
                wait?: number;
            };
            path: {
                /** @description Id, thing name, or name of the display. */
                display: string;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The stored push, which is being processed. */
            201: {
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
        };
    };
    put_push_display_filename: {
        parameters: {
            query?: {
                /** @description When the picture leaves the display: seconds from now, a time of day on the display's clock, or a timestamp. Also as a header or a form field. */
                expires?: string;
                /** @description Name of the bytes sent; also taken from `Content-Disposition`. */
                filename?: string;
                /** @description What it is for, in your words. Also as a header or a form field. */
                intent?: string;
                /** @description `hardcode` shows one PNG or JPEG as it is. Default: `manual` with a display, else `auto`. */
                mode?: "auto" | "manual" | "hardcode";
                /** @description Also as a header or a form field. */
                title?: string;
                /** @description It goes out before others, in quiet hours too. Also as a header or a form field. */
                urgent?: boolean;
                /** @description Respond when the display shows it, at the latest after this many seconds. Also as a header or a form field. */
                wait?: number;
            };
            path: {
                /** @description Id, thing name, or name of the display. */
                display: string;
                filename: string;
            };
        };
        requestBody: {
            content: {
                "*/*": string;
                "multipart/form-data": components["schemas"]["PushForm"];
            };
        };
        responses: {
            /** @description The stored push, which is being processed. */
            201: {
                content: {
                    "application/json": components["schemas"]["PushResult"];
                };
            };
        };
    };
}
